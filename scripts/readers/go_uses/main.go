// Dumps each function, method, field and type of a Go module and each use, as go/types resolves them, in JSON.
// Usage: go run . ROOT OUTPUT
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

type Use struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Call bool   `json:"call"`
}

type Def struct {
	File string   `json:"file"`
	Line int      `json:"line"`
	Col  int      `json:"col"`
	Name string   `json:"name"`
	Kind string   `json:"kind"`
	Recv string   `json:"recv"`
	Uses []Use    `json:"uses"`
	Kin  []string `json:"kin"`
	Impl []string `json:"impl"`
}

type reader struct {
	root  string
	files *token.FileSet
	defs  map[string]*Def
	// What was added to a definition already: the same file is checked with its tests and without.
	known map[string]bool
	named []*types.Named
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	check(err)
	read := &reader{root: root, files: token.NewFileSet(), defs: map[string]*Def{}, known: map[string]bool{}}
	own := read.load()
	for _, each := range own {
		for _, object := range each.TypesInfo.Defs {
			read.define(object)
		}
	}
	for _, each := range own {
		for _, file := range each.Syntax {
			read.uses(each.TypesInfo, file)
		}
	}
	read.implementations()
	all := []*Def{}
	for _, def := range read.defs {
		all = append(all, def)
	}
	output, err := os.Create(os.Args[2])
	check(err)
	check(json.NewEncoder(output).Encode(all))
	check(output.Close())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// load checks the module's packages with their tests. Of what they depend on the bodies are left out.
func (r *reader) load() []*packages.Package {
	config := &packages.Config{
		Dir: r.root, Fset: r.files, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution|parser.AllErrors)
			if file != nil && !strings.HasPrefix(name, r.root+"/") {
				for _, each := range file.Decls {
					if function, ok := each.(*ast.FuncDecl); ok {
						function.Body = nil
					}
				}
			}
			return file, err
		},
	}
	loaded, err := packages.Load(config, "./...")
	check(err)
	var own []*packages.Package
	errors := 0
	packages.Visit(loaded, nil, func(each *packages.Package) {
		// What starts the tests of a package is no file of the module's.
		if each.Module != nil && each.Module.Main && !strings.HasSuffix(each.ID, ".test") {
			own = append(own, each)
			errors += len(each.Errors)
			for _, err := range each.Errors[:min(len(each.Errors), 3)] {
				fmt.Fprintln(os.Stderr, each.ID, err)
			}
		}
	})
	fmt.Fprintln(os.Stderr, len(own), "packages,", errors, "errors")
	return own
}

func (r *reader) place(at token.Pos) (string, int, int) {
	position := r.files.Position(at)
	file, isOwn := strings.CutPrefix(position.Filename, r.root+"/")
	if !isOwn {
		return "", 0, 0
	}
	return file, position.Line, position.Column
}

// identity names an object by its place; it is empty for what is not the module's.
func (r *reader) identity(object types.Object) string {
	switch generic := object.(type) {
	case *types.Func:
		object = generic.Origin()
	case *types.Var:
		object = generic.Origin()
	}
	file, line, column := r.place(object.Pos())
	if file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d:%s", file, line, column, object.Name())
}

func kind(object types.Object) (string, string) {
	switch of := object.(type) {
	case *types.Func:
		receiver := of.Signature().Recv()
		if receiver == nil {
			return "func", ""
		}
		name := types.TypeString(receiver.Type(), func(*types.Package) string { return "" })
		if types.IsInterface(receiver.Type()) {
			return "imethod", name
		}
		return "method", name
	case *types.TypeName:
		if types.IsInterface(of.Type()) {
			return "interface", ""
		}
		return "type", ""
	case *types.Var:
		if of.IsField() {
			return "field", ""
		}
	}
	return "", ""
}

func (r *reader) define(object types.Object) {
	if object == nil {
		return
	}
	key := r.identity(object)
	what, receiver := kind(object)
	if key == "" || what == "" {
		return
	}
	if r.defs[key] == nil {
		file, line, column := r.place(object.Pos())
		r.defs[key] = &Def{File: file, Line: line, Col: column, Name: object.Name(), Kind: what, Recv: receiver}
	}
	if of, ok := object.(*types.TypeName); ok && !of.IsAlias() {
		if named, ok := of.Type().(*types.Named); ok {
			r.named = append(r.named, named)
		}
	}
}

func (r *reader) uses(info *types.Info, file *ast.File) {
	var above []ast.Node
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			above = above[:len(above)-1]
			return true
		}
		above = append(above, node)
		identifier, ok := node.(*ast.Ident)
		if !ok || info.Uses[identifier] == nil {
			return true
		}
		def := r.defs[r.identity(info.Uses[identifier])]
		name, line, column := r.place(identifier.Pos())
		if def == nil || name == "" {
			return true
		}
		if key := fmt.Sprintf("%p:%s:%d:%d", def, name, line, column); !r.known[key] {
			r.known[key] = true
			def.Uses = append(def.Uses, Use{name, line, isCalled(above)})
		}
		return true
	})
}

// isCalled tells whether the last of some nodes, each within the one before, names what is called: f, p.f, p.f[T], (f).
func isCalled(above []ast.Node) bool {
	inner := above[len(above)-1]
	for index := len(above) - 2; index >= 0; index-- {
		switch outer := above[index].(type) {
		case *ast.SelectorExpr:
			if outer.Sel != inner {
				return false
			}
		case *ast.IndexExpr:
			if outer.X != inner {
				return false
			}
		case *ast.IndexListExpr:
			if outer.X != inner {
				return false
			}
		case *ast.ParenExpr:
		case *ast.CallExpr:
			return outer.Fun == inner
		default:
			return false
		}
		inner = above[index]
	}
	return false
}

// implementations relates the module's types to its interfaces, and methods to those by which they can be called.
func (r *reader) implementations() {
	for _, of := range r.named {
		methods := of.Underlying()
		asked, ok := methods.(*types.Interface)
		if !ok || asked.NumMethods() == 0 || of.TypeParams().Len() > 0 {
			continue
		}
		for _, each := range r.named {
			if types.IsInterface(each) || each.TypeParams().Len() > 0 {
				continue
			}
			pointer := types.NewPointer(each)
			if !types.Implements(each, asked) && !types.Implements(pointer, asked) {
				continue
			}
			r.add(&r.defs[r.identity(of.Obj())].Impl, r.identity(each.Obj()))
			set := types.NewMethodSet(pointer)
			for index := range asked.NumMethods() {
				abstract := asked.Method(index)
				if found := set.Lookup(abstract.Pkg(), abstract.Name()); found != nil {
					r.relate(r.identity(abstract), r.identity(found.Obj()))
				}
			}
		}
	}
}

func (r *reader) relate(one, other string) {
	if r.defs[one] != nil && r.defs[other] != nil && one != other {
		r.add(&r.defs[one].Kin, other)
		r.add(&r.defs[other].Kin, one)
	}
}

func (r *reader) add(list *[]string, key string) {
	if known := fmt.Sprintf("%p:%s", list, key); !r.known[known] {
		r.known[known] = true
		*list = append(*list, key)
	}
}
