-- What GHC resolves in a project, as lines for scripts/readers/compiled_uses.py. Used by scripts/graph_unseen.py.
--
-- Usage: runghc -package ghc HaskellUses.hs ROOT FOLDER OUTPUT      FOLDER has the files of -fwrite-ide-info
--
-- Names are those that a module or a class defines; what is local is left out. Lists of imports and exports, signatures and the bodies of
-- instances belong to a definition without being uses.

module Main (main) where

import Control.Monad (filterM, forM)
import qualified Data.Map as Map
import qualified Data.Set as Set
import Data.List (intercalate, isSuffixOf, stripPrefix)
import Data.Maybe (fromMaybe)
import GHC.Data.FastString (unpackFS)
import GHC.Iface.Ext.Binary (HieFileResult (..), NameCacheUpdater (..), readHieFile)
import GHC.Iface.Ext.Types
import GHC.Types.Name
import GHC.Types.Name.Cache (initNameCache)
import GHC.Types.SrcLoc
import GHC.Types.Unique.Supply (mkSplitUniqSupply)
import GHC.Unit.Module (moduleName, moduleNameString)
import Data.IORef
import System.Directory (doesDirectoryExist, listDirectory)
import System.Environment (getArgs)
import System.FilePath (normalise, (</>))

main :: IO ()
main = do
  [root, folder, output] <- getArgs
  supply <- mkSplitUniqSupply 'h'
  cache <- newIORef (initNameCache supply [])
  let update = NCU (\change -> atomicModifyIORef' cache change)
  files <- filter (".hie" `isSuffixOf`) <$> below folder
  told <- forM files $ \file -> do
    known <- hie_file_result <$> readHieFile update file
    let path = within root (hie_hs_file known)
        trees = Map.elems (getAsts (hie_asts known))
    pure (line "file" [path] : concatMap (occurrences path False) trees)
  writeFile output (concat (concat told))

below :: FilePath -> IO [FilePath]
below folder = do
  all' <- map (folder </>) <$> listDirectory folder
  folders <- filterM doesDirectoryExist all'
  inner <- mapM below folders
  pure (filter (`notElem` folders) all' ++ concat inner)

within :: FilePath -> FilePath -> FilePath
within root path = normalise (fromMaybe path (stripPrefix (root ++ "/") path))

-- What a tree tells of the names in it; `instance` heads name the class that they are of. What is applied to arguments is called.
occurrences :: FilePath -> Bool -> HieAST a -> [String]
occurrences path isApplied node =
  concat [told name info | (Right name, details) <- identifiers, isExternalName name, info <- Set.toList (identInfo details)]
    ++ instances ++ concat (zipWith (occurrences path) applied (nodeChildren node))
  where
    at = srcSpanStartLine (nodeSpan node)
    identifiers = concatMap (Map.toList . nodeIdentifiers) (origins node)
    is form = any (any ((form ==) . unpackFS . fst) . nodeAnnotations) (origins node)
    applied
      | is "HsApp" = True : repeat False
      | is "OpApp" = appliedByOperator (nodeChildren node) : True : repeat False
      | otherwise = repeat (isApplied && (is "HsPar" || is "HsAppType"))
    told name info = case info of
      Use -> line "use" [key name, path, show at] : [line "call" [key name, path, show at] | isApplied]
      RecField RecFieldDecl _ -> own name
      RecField _ _ -> [line "use" [key name, path, show at]]
      IEThing _ -> own name
      TyDecl -> own name
      MatchBind -> definition name at
      ValBind RegularBind _ _ -> definition name at
      ValBind InstanceBind _ _ -> own name
      ClassTyDecl _ -> definition name at
      Decl ClassDec _ -> [line "def" [key name, path, show at, label name, "interface", ""]]
      _ -> []
    own name = [line "own" [key name, path, show at]]
    -- Only the first place is where a name is defined: later clauses, and those of instances, belong to it.
    definition name here = case nameSrcSpan name of
      RealSrcSpan place _
        | not (isVarOcc (nameOccName name)) -> []
        | srcSpanStartLine place == here -> [line "def" [key name, path, show here, label name, "func", ""]]
      _ -> own name
    instances
      | is "ClsInstD" = [line "impl" [key name, path, show at] | name <- take 1 (classes node)]
      | otherwise = []

-- Whether the operator between operands applies the first of them.
appliedByOperator :: [HieAST a] -> Bool
appliedByOperator (_ : operator : _) =
  or [label name `elem` ["$", "$!"] | info <- origins operator, Right name <- Map.keys (nodeIdentifiers info)]
appliedByOperator _ = False

-- The class of an instance's head: the first that is named behind its context.
classes :: HieAST a -> [Name]
classes node = concatMap head' (take 1 (nodeChildren node))
  where
    head' tree = case nodeChildren tree of
      children@(_ : _)
        | any (any (("HsQualTy" ==) . unpackFS . fst) . nodeAnnotations) (origins tree) -> head' (last children)
        | otherwise -> concatMap head' (take 1 children)
      [] -> [name | info <- origins tree, Right name <- Map.keys (nodeIdentifiers info), isTcOcc (nameOccName name)]

origins :: HieAST a -> [NodeInfo a]
origins = Map.elems . getSourcedNodeInfo . sourcedNodeInfo

key :: Name -> String
key name = moduleNameString (moduleName (nameModule name)) ++ "." ++ space ++ label name
  where space = if isVarOcc (nameOccName name) then "" else "type "

label :: Name -> String
label = occNameString . nameOccName

line :: String -> [String] -> String
line kind fields = intercalate "\t" (kind : fields) ++ "\n"
