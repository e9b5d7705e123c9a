// Draws functions, methods and types of a project by the order of a seeded hash, and asks TypeScript's language service for their uses.
// Usage: node typescript_uses.cjs FOLDER_OF_TYPESCRIPT_PACKAGE javascript|typescript ROOT OUTPUT DIRECTORY…
const ts = require(process.argv[2]), fs = require('fs'), path = require('path'), crypto = require('crypto');
const [lang, root0, out, ...dirs] = process.argv.slice(3); const root = fs.realpathSync(root0);
const ext = lang === 'javascript' ? /\.(js|cjs|mjs|jsx)$/ : /\.(ts|tsx|mts|cts)$/; const files = [];
const walk = d => { for (const e of fs.readdirSync(d, { withFileTypes: true })) { if (/^(node_modules|\.git|dist|_artifacts|fixtures?)$/.test(e.name)) continue; const p = path.join(d, e.name); if (e.isDirectory()) walk(p); else if (ext.test(e.name) && !/\.d\.ts$/.test(e.name)) files.push(p); } };
dirs.forEach(d => walk(path.join(root, d)));
const opt = { allowJs: lang === 'javascript', checkJs: false, noEmit: true, target: 99, module: lang === 'javascript' ? 199 : 99, moduleResolution: lang === 'javascript' ? 99 : 100, strict: true, jsx: 4, skipLibCheck: true, maxNodeModuleJsDepth: 0, baseUrl: root, types: [] };
if (lang === 'typescript') { opt.paths = {}; for (const p of (fs.existsSync(root + "/packages") ? fs.readdirSync(root + "/packages") : [])) { try { const j = JSON.parse(fs.readFileSync(`${root}/packages/${p}/package.json`)); opt.paths[j.name] = [`packages/${p}/src`, `packages/${p}/src/index.ts`, `packages/${p}`]; opt.paths[j.name + '/*'] = [`packages/${p}/src/*`, `packages/${p}/src/*/index.ts`, `packages/${p}/*`]; } catch {} } opt.customConditions = []; }
const host = { getScriptFileNames: () => files, getScriptVersion: () => '1', getScriptSnapshot: f => fs.existsSync(f) ? ts.ScriptSnapshot.fromString(fs.readFileSync(f, 'utf8')) : undefined, getCurrentDirectory: () => root, getCompilationSettings: () => opt, getDefaultLibFileName: o => ts.getDefaultLibFilePath(o), fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories };
const ls = ts.createLanguageService(host, ts.createDocumentRegistry()); const prog = ls.getProgram();
const rel = f => path.relative(root, f); const NOT = /(^|\/)(tests?|__tests__|testing|examples?|www|upgrade)(\/|$)|\.test\.|\.spec\./;
const funcs = [], types = [], names = {}, freq = {};
for (const f of files) {
  const sf = prog.getSourceFile(f); if (!sf) continue; for (const w of sf.text.match(/[A-Za-z_$][\w$]*/g) || []) freq[w] = (freq[w] || 0) + 1;
  const visit = n => {
    let name = null, kind = null;
    if ((ts.isFunctionDeclaration(n)) && n.name) { name = n.name; kind = 'function'; }
    else if ((ts.isMethodDeclaration(n) || ts.isMethodSignature(n) || ts.isGetAccessor(n)) && ts.isIdentifier(n.name)) { name = n.name; kind = ts.isObjectLiteralExpression(n.parent) ? 'objmethod' : 'method'; }
    else if (ts.isMethodDeclaration(n) && ts.isPrivateIdentifier(n.name)) { }
    else if (ts.isVariableDeclaration(n) && ts.isIdentifier(n.name) && n.initializer && (ts.isArrowFunction(n.initializer) || ts.isFunctionExpression(n.initializer))) { name = n.name; kind = 'function'; }
    if (name && !NOT.test(rel(f)) && name.text.length > 2) { const p = sf.getLineAndCharacterOfPosition(name.getStart(sf)); const recv = n.parent && n.parent.name && ts.isIdentifier(n.parent.name) ? n.parent.name.text : ''; funcs.push({ name: name.text, kind, file: rel(f), line: p.line + 1, col: p.character + 1, pos: name.getStart(sf), recv }); names[name.text] = (names[name.text] || 0) + 1; }
    if ((ts.isInterfaceDeclaration(n) || ts.isClassDeclaration(n)) && n.name && !NOT.test(rel(f))) { const p = sf.getLineAndCharacterOfPosition(n.name.getStart(sf)); types.push({ name: n.name.text, kind: ts.isInterfaceDeclaration(n) ? 'interface' : 'class', file: rel(f), line: p.line + 1, col: p.character + 1, pos: n.name.getStart(sf), recv: '' }); }
    ts.forEachChild(n, visit);
  }; visit(sf);
}
funcs.splice(0, funcs.length, ...funcs.filter(f => f.kind !== 'objmethod'));
const order = l => l.map(t => [crypto.createHash('sha1').update(`${process.env.SEED || 1} ${t.file}:${t.line}:${t.name}`).digest('hex'), t]).sort((a, b) => a[0] < b[0] ? -1 : 1).map(x => x[1]);
const F = order(funcs), T = order(types); console.error(files.length, 'files', F.length, 'functions', T.length, 'types');
const nodeAt = (sf, pos) => { let n = sf; for (;;) { let c = null; ts.forEachChild(n, x => { if (x.getStart(sf) <= pos && pos < x.getEnd()) c = c || x; }); if (!c) return n; n = c; } };
function isCalled(sf, pos) {
  let q = nodeAt(sf, pos); if (q.parent && ts.isPropertyAccessExpression(q.parent) && q.parent.name === q) q = q.parent; while (q.parent && (ts.isParenthesizedExpression(q.parent) || ts.isNonNullExpression(q.parent))) q = q.parent;
  const of = q.parent; return !!of && ((ts.isCallExpression(of) || ts.isNewExpression(of)) && of.expression === q || ts.isTaggedTemplateExpression(of) || ts.isJsxOpeningElement(of) || ts.isJsxSelfClosingElement(of));
}
function identifiers(f, name) {
  const sf = prog.getSourceFile(f), found = []; if (!sf) return found;
  for (let at = sf.text.indexOf(name); at >= 0; at = sf.text.indexOf(name, at + 1)) { const n = nodeAt(sf, at); if (ts.isIdentifier(n) && n.text === name && n.getStart(sf) === at) found.push(at); }
  return found;
}
function splitKey(key) { const at = key.lastIndexOf(':'); return [key.slice(0, at), +key.slice(at + 1)]; }
// Whether a name's definition is the function, or the shorthand property of an object that leads to it.
function leads(f, pos, t, depth) {
  return (ls.getDefinitionAtPosition(f, pos) || []).some(d => {
    if (d.fileName === path.join(root, t.file) && d.textSpan.start === t.pos) return true;
    const sf = prog.getSourceFile(d.fileName); if (!sf || depth === 3) return false;
    const n = nodeAt(sf, d.textSpan.start);
    return !!n.parent && ts.isShorthandPropertyAssignment(n.parent) && leads(d.fileName, d.textSpan.start, t, depth + 1);
  });
}
function refs(t) {
  let r = ls.findReferences(path.join(root, t.file), t.pos) || [];
  // What leaves as the shorthand property of an object (module.exports = { f }) is used by that property's name.
  for (const s of r.slice()) for (const x of s.references) { const sf = prog.getSourceFile(x.fileName); if (!sf) continue; const n = nodeAt(sf, x.textSpan.start); if (n.parent && ts.isShorthandPropertyAssignment(n.parent)) r = r.concat(ls.findReferences(x.fileName, x.textSpan.start) || []); }
  const kin = new Map(), expanded = new Set(); for (const s of r) for (const x of s.references) { const sf = prog.getSourceFile(x.fileName); if (!sf) continue; const n = nodeAt(sf, x.textSpan.start); if (n.parent && ts.isShorthandPropertyAssignment(n.parent)) expanded.add(x.fileName + x.textSpan.start); }
 const exp = new Map(), decl = new Map();
  for (const s of r) for (const x of s.references) {
    const isKin = /method/.test(t.kind) && /^(method|property|getter|setter|JSX attribute)$/.test(s.definition.kind) && !(s.definition.fileName === path.join(root, t.file) && s.definition.textSpan.start === t.pos) && !expanded.has(s.definition.fileName + s.definition.textSpan.start);
    if (/node_modules/.test(x.fileName)) continue; const sf = prog.getSourceFile(x.fileName); const p = sf.getLineAndCharacterOfPosition(x.textSpan.start); const key = rel(x.fileName) + ':' + (p.line + 1);
    if (isKin) { kin.set(key, [rel(x.fileName), p.line + 1]); continue; }
    // A member of an object that is declared where its type asks for it, as a class declares what it implements.
    const n = nodeAt(sf, x.textSpan.start), isMember = !!n.parent && ts.isObjectLiteralElement(n.parent) && n.parent.name === n && !ts.isShorthandPropertyAssignment(n.parent);
    if (x.isDefinition || isMember || x.fileName === path.join(root, t.file) && x.textSpan.start === t.pos) { decl.set(key, [rel(x.fileName), p.line + 1]); continue; }
    const old = exp.get(key); exp.set(key, [rel(x.fileName), p.line + 1, isCalled(sf, x.textSpan.start) || !!(old && old[2])]);
  }
  // The service does not search from a function into the importers of such an object, but from each of them back to it.
  if (expanded.size) for (const f of files) for (const pos of identifiers(f, t.name)) {
    const sf = prog.getSourceFile(f), key = rel(f) + ':' + (sf.getLineAndCharacterOfPosition(pos).line + 1);
    if (!exp.has(key) && !decl.has(key) && !kin.has(key) && leads(f, pos, t, 0)) exp.set(key, [...splitKey(key), isCalled(sf, pos)]);
  }
  // Of these the compiler knows nothing, since the value before them is `any` or an import leads nowhere.
  const unknown = new Map();
  for (const f of files) for (const pos of identifiers(f, t.name)) {
    const sf = prog.getSourceFile(f), key = rel(f) + ':' + (sf.getLineAndCharacterOfPosition(pos).line + 1);
    if (!exp.has(key) && !decl.has(key) && !kin.has(key) && hasNoMeaning(nodeAt(sf, pos))) unknown.set(key, splitKey(key));
  }
  return { exp: [...exp.values()], decl: [...decl.values(), ...kin.values()], unknown: [...unknown.values()] };
}
function hasNoMeaning(n) {
  const of = n.parent, isAny = e => !!(ch.getTypeAtLocation(e).flags & ts.TypeFlags.Any);
  if (of && ts.isPropertyAccessExpression(of) && of.name === n) return isAny(of.expression) || !ch.getSymbolAtLocation(n);
  if (of && ts.isBindingElement(of) && (of.propertyName || of.name) === n && ts.isObjectBindingPattern(of.parent)) return isAny(of.parent);
  let s = ch.getSymbolAtLocation(n); if (s && s.flags & ts.SymbolFlags.Alias) s = ch.getAliasedSymbol(s);
  return !s || !s.declarations || !s.declarations.length;
}
const cases = [], used = new Set(), ch = prog.getTypeChecker();
const quota = [['homonym-many', 5, t => names[t.name] > 1 && freq[t.name] > 22, true], ['homonym', 10, t => names[t.name] > 1], ['unique-many', 4, t => names[t.name] === 1 && freq[t.name] > 22, true], ['unique', 11, t => names[t.name] === 1]];
const add = (t, a, stratum, impl = []) => cases.push({ symbol: t.name, file: t.file, line: t.line, col: t.col, kind: t.kind, recv: t.recv, stratum, homonyms: names[t.name] || 0, expected: a.exp, kin: a.decl, unknown: a.unknown, impl });
for (const [stratum, n, f, many] of quota) { let got = 0, tries = 0; for (const t of F) { if (got === n || tries > 60) break; if (used.has(t.name) || !f(t) || freq[t.name] > 3000) continue; used.add(t.name); tries++; const a = refs(t); if (!a.exp.length || a.exp.length > 400 || many && a.exp.length <= 20) continue; add(t, a, stratum); got++; } }
const sub = new Map();
for (const f of files) { const sf = prog.getSourceFile(f); const visit = n => { if ((ts.isClassLike(n) || ts.isInterfaceDeclaration(n)) && n.heritageClauses) for (const h of n.heritageClauses) for (const e of h.types) { let s = ch.getSymbolAtLocation(ts.isPropertyAccessExpression(e.expression) ? e.expression.name : e.expression); if (s && s.flags & ts.SymbolFlags.Alias) s = ch.getAliasedSymbol(s); if (s && s.valueDeclaration && ts.isVariableDeclaration(s.valueDeclaration)) { const ty = ch.getTypeAtLocation(e.expression); s = ty.symbol || s; } for (const d of (s && s.declarations) || []) if (d.name) { const ds = d.getSourceFile(), k = rel(ds.fileName) + ':' + (ds.getLineAndCharacterOfPosition(d.name.getStart(ds)).line + 1); const at = n.name || n; (sub.get(k) || sub.set(k, []).get(k)).push([rel(f), sf.getLineAndCharacterOfPosition(at.getStart(sf)).line + 1]); } } ts.forEachChild(n, visit); }; visit(sf); }
const below = t => { const all = new Map(), next = [[t.file, t.line]]; while (next.length) for (const x of sub.get(next.pop().join(':')) || []) if (!all.has(x.join(':'))) { all.set(x.join(':'), x); next.push(x); } return [...all.values()]; };
let got = 0; for (const t of T.slice(0, 400)) { if (got === 6) break; const im = below(t); if (im.length && im.length < 60) { add(t, { exp: [], decl: [], unknown: [] }, 'interface', im); got++; } }
fs.writeFileSync(out, JSON.stringify({ files: files.map(rel).sort(), cases }, null, 0));
