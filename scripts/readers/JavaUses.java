import com.sun.source.tree.*;
import com.sun.source.util.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;

/**
 * Dumps each type, method, constructor and field of a Java project and each use, as javac resolves them, in JSON.
 * Usage: java JavaUses ROOT CLASSPATH_FILE OUTPUT
 */
public class JavaUses {
    static class Def { String file, name, kind, recv = ""; int line, col; boolean isAbstract; Map<String, String> uses = new LinkedHashMap<>(); Set<String> kin = new TreeSet<>(), impl = new TreeSet<>(); Element el; }
    static Map<Element, Def> defs = new LinkedHashMap<>();
    static Map<TypeElement, String> nameless = new LinkedHashMap<>();
    static String root;
    static String esc(String s) { return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"") + "\""; }
    public static void main(String[] a) throws Exception {
        root = new File(a[0]).getCanonicalPath() + "/";
        String cp = a.length > 1 ? Files.readString(Path.of(a[1])).trim() : "";
        JavaCompiler c = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager fm = c.getStandardFileManager(null, null, null);
        List<File> files = new ArrayList<>();
        // A project may be of several modules, each with these folders.
        try (var all = Files.walk(Path.of(root))) {
            all.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java"))
                .filter(p -> ("/" + Path.of(root).relativize(p)).matches("(/[^/]+)*/src/(main|test)/java/.*"))
                .sorted().forEach(p -> files.add(p.toFile()));
        }
        DiagnosticCollector<JavaFileObject> dc = new DiagnosticCollector<>();
        JavacTask t = (JavacTask) c.getTask(null, fm, dc, List.of("-proc:none", "-cp", cp, "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "100000", "--release", "17".isEmpty() ? "" : "17"), null, fm.getJavaFileObjectsFromFiles(files));
        Trees trees = Trees.instance(t);
        List<CompilationUnitTree> units = new ArrayList<>();
        for (CompilationUnitTree u : t.parse()) units.add(u);
        t.analyze();
        int errs = 0;
        for (var d : dc.getDiagnostics()) if (d.getKind() == Diagnostic.Kind.ERROR) { errs++; if (errs < 10) System.err.println(d); }
        Types types = t.getTypes(); Elements els = t.getElements();
        SourcePositions sp = trees.getSourcePositions();
        for (CompilationUnitTree u : units) {
            String f = new File(u.getSourceFile().toUri()).getCanonicalPath().substring(root.length());
            String text = u.getSourceFile().getCharContent(true).toString(); LineMap lm = u.getLineMap();
            new TreePathScanner<Void, Void>() {
                void def(Tree x, String name, String kind) {
                    Element e = trees.getElement(getCurrentPath()); if (e == null) return;
                    long s = sp.getStartPosition(u, x); if (s < 0) return;
                    int from = (int) s;
                    if (x instanceof MethodTree m) { // skip modifiers and type
                        long ms = sp.getEndPosition(u, m.getModifiers()); if (ms > 0) from = (int) ms;
                        if (m.getReturnType() != null) { long r = sp.getEndPosition(u, m.getReturnType()); if (r > 0) from = (int) r; }
                    } else if (x instanceof ClassTree m) { long ms = sp.getEndPosition(u, m.getModifiers()); if (ms > 0) from = (int) ms; }
                    else if (x instanceof VariableTree m) { long r = m.getType() == null ? -1 : sp.getEndPosition(u, m.getType()); if (r > 0) from = (int) r; }
                    int at = find(text, name, from); if (at < 0) return;
                    Def d = new Def(); d.file = f; d.name = name; d.kind = kind; d.line = (int) lm.getLineNumber(at); d.col = (int) lm.getColumnNumber(at); d.el = e;
                    if (e.getEnclosingElement() != null) d.recv = e.getEnclosingElement().getSimpleName().toString();
                    d.isAbstract = e.getModifiers().contains(Modifier.ABSTRACT);
                    defs.put(e, d);
                }
                public Void visitMethod(MethodTree m, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    String n = m.getName().toString();
                    if (n.equals("<init>")) { def(m, e.getEnclosingElement().getSimpleName().toString(), "constructor"); } else def(m, n, "method");
                    return super.visitMethod(m, v);
                }
                public Void visitClass(ClassTree m, Void v) { if (!m.getSimpleName().isEmpty()) def(m, m.getSimpleName().toString(), m.getKind() == Tree.Kind.INTERFACE ? "interface" : "class"); return super.visitClass(m, v); }
                public Void visitVariable(VariableTree m, Void v) { Element e = trees.getElement(getCurrentPath()); if (e != null && e.getKind() == ElementKind.FIELD) def(m, m.getName().toString(), "field"); return super.visitVariable(m, v); }
            }.scan(u, null);
        }
        for (CompilationUnitTree u : units) {
            String f = new File(u.getSourceFile().toUri()).getCanonicalPath().substring(root.length());
            String text = u.getSourceFile().getCharContent(true).toString(); LineMap lm = u.getLineMap();
            new TreePathScanner<Void, Void>() {
                void use(Element e, int at, boolean call) {
                    Def d = defs.get(e); if (d == null || at < 0) return;
                    d.uses.put(f + ":" + lm.getLineNumber(at) + ":" + lm.getColumnNumber(at), (call ? "1" : "0"));
                }
                public Void visitIdentifier(IdentifierTree x, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    Tree p = getCurrentPath().getParentPath().getLeaf();
                    int s = (int) sp.getStartPosition(u, x);
                    if (s >= 0 && text.startsWith(x.getName().toString(), s) && !(x.getName().contentEquals("this") || x.getName().contentEquals("super")))
                        use(e, s, p instanceof MethodInvocationTree m && m.getMethodSelect() == x);
                    return super.visitIdentifier(x, v);
                }
                public Void visitMemberSelect(MemberSelectTree x, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    Tree p = getCurrentPath().getParentPath().getLeaf();
                    int en = (int) sp.getEndPosition(u, x);
                    String n = x.getIdentifier().toString();
                    if (en > 0 && text.startsWith(n, en - n.length())) {
                        boolean call = p instanceof MethodInvocationTree m && m.getMethodSelect() == x;
                        use(e, en - n.length(), call);
                        if (p instanceof ImportTree it && it.isStatic() && e == null) {
                            Element cls = trees.getElement(new TreePath(getCurrentPath(), x.getExpression()));
                            if (cls instanceof TypeElement te) for (Element m : te.getEnclosedElements()) if (m.getSimpleName().contentEquals(n)) use(m, en - n.length(), false);
                        }
                    }
                    return super.visitMemberSelect(x, v);
                }
                public Void visitMemberReference(MemberReferenceTree x, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    int en = (int) sp.getEndPosition(u, x); String n = x.getName().toString();
                    if (n.equals("<init>") || n.equals("new")) use(e, en - 3, false); else use(e, en - n.length(), false);
                    return super.visitMemberReference(x, v);
                }
                public Void visitNewClass(NewClassTree x, Void v) {
                    Element e = trees.getElement(getCurrentPath());
                    Tree id = x.getIdentifier(); while (id instanceof ParameterizedTypeTree p) id = p.getType(); 
                    int s = id instanceof MemberSelectTree ? (int) sp.getEndPosition(u, id) - ((MemberSelectTree) id).getIdentifier().length() : (int) sp.getStartPosition(u, id);
                    if (e != null && x.getClassBody() == null) use(e, s, true);
                    if (x.getClassBody() != null) nameless(x);
                    return super.visitNewClass(x, v);
                }
                /** A type without a name stands where it is made, or for the field that holds it. */
                void nameless(NewClassTree x) {
                    Element type = trees.getElement(new TreePath(getCurrentPath(), x.getClassBody()));
                    for (TreePath p = getCurrentPath().getParentPath(); p != null && type instanceof TypeElement t; p = p.getParentPath()) {
                        // The element of a call is what is called.
                        if (!(p.getLeaf() instanceof MethodTree || p.getLeaf() instanceof VariableTree || p.getLeaf() instanceof ClassTree)) continue;
                        Element around = trees.getElement(p);
                        if (around == null || !defs.containsKey(around)) continue;
                        Def d = defs.get(around);
                        boolean isHeld = around.getKind().isField();
                        long line = isHeld ? d.line : u.getLineMap().getLineNumber(sp.getStartPosition(u, x.getIdentifier()));
                        JavaUses.nameless.put(t, d.file + ":" + line + ":0:" + d.name);
                        return;
                    }
                }
                public Void visitMethodInvocation(MethodInvocationTree x, Void v) {
                    Tree s = x.getMethodSelect();
                    if (s instanceof IdentifierTree i && (i.getName().contentEquals("this") || i.getName().contentEquals("super"))) use(trees.getElement(getCurrentPath()), (int) sp.getStartPosition(u, s), true);
                    return super.visitMethodInvocation(x, v);
                }
            }.scan(u, null);
        }
        // kin: overrides; impl: subtypes
        Map<String, List<Def>> by = new HashMap<>();
        List<Def> tds = new ArrayList<>();
        for (Def d : defs.values()) { if (d.kind.equals("method")) by.computeIfAbsent(d.name, k -> new ArrayList<>()).add(d); if (d.el instanceof TypeElement) tds.add(d); }
        for (List<Def> l : by.values()) for (Def x : l) for (Def y : l) if (x != y) {
            try { if (els.overrides((ExecutableElement) x.el, (ExecutableElement) y.el, (TypeElement) x.el.getEnclosingElement())) { x.kin.add(id(y)); y.kin.add(id(x)); if (y.isAbstract || true) y.impl.add(id(x)); } } catch (Exception ex) {}
        }
        for (Def y : tds) {
            TypeMirror above = types.erasure(y.el.asType());
            for (Def x : tds) if (x != y && types.isSubtype(types.erasure(x.el.asType()), above)) y.impl.add(id(x));
            for (var x : nameless.entrySet()) if (types.isSubtype(types.erasure(x.getKey().asType()), above)) y.impl.add(x.getValue());
        }
        PrintStream o = new PrintStream(new FileOutputStream(a[2])); o.print("["); boolean first = true;
        for (Def d : defs.values()) {
            if (!first) o.print(",\n"); first = false;
            o.print("{\"file\":" + esc(d.file) + ",\"line\":" + d.line + ",\"col\":" + d.col + ",\"name\":" + esc(d.name) + ",\"kind\":\"" + d.kind + "\",\"recv\":" + esc(d.recv) + ",\"abstract\":" + d.isAbstract + ",\"uses\":[");
            boolean f1 = true;
            for (var e : d.uses.entrySet()) { String[] p = e.getKey().split(":"); o.print((f1 ? "" : ",") + "{\"file\":" + esc(p[0]) + ",\"line\":" + p[1] + ",\"col\":" + p[2] + ",\"call\":" + (e.getValue().equals("1")) + "}"); f1 = false; }
            o.print("],\"kin\":" + list(d.kin) + ",\"impl\":" + list(d.impl) + "}");
        }
        o.println("]"); o.close();
        System.err.println("errors " + errs + " defs " + defs.size());
    }
    static String list(Set<String> s) { StringBuilder b = new StringBuilder("["); for (String x : s) { if (b.length() > 1) b.append(","); b.append(esc(x)); } return b + "]"; }
    static String id(Def d) { return d.file + ":" + d.line + ":" + d.col + ":" + d.name; }
    static int find(String t, String n, int from) {
        for (int i = t.indexOf(n, from); i >= 0; i = t.indexOf(n, i + 1)) {
            boolean l = i == 0 || !Character.isJavaIdentifierPart(t.charAt(i - 1)), r = i + n.length() >= t.length() || !Character.isJavaIdentifierPart(t.charAt(i + n.length()));
            if (l && r) return i;
        }
        return -1;
    }
}
