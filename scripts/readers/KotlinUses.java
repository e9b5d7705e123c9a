import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.jetbrains.kotlin.analyzer.AnalysisResult;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.descriptors.*;
import org.jetbrains.kotlin.psi.*;
import org.jetbrains.kotlin.resolve.*;

/**
 * Dumps each type and function of a Kotlin project and each use, as the compiler's first front end resolves them, in JSON.
 * All JVM source sets are read as one module. A name to which the compiler gives no meaning is told as unknown for the definitions of that name.
 * Usage: java KotlinUses ROOT CLASSPATH_FILE OUTPUT
 */
public class KotlinUses {
    static class Def { String file, name, kind, recv = ""; int line, col; boolean isAbstract; Map<String, String> uses = new LinkedHashMap<>(); Set<String> kin = new TreeSet<>(), impl = new TreeSet<>(); DeclarationDescriptor descriptor; }
    static final Map<PsiElement, Def> defs = new LinkedHashMap<>();
    static final Map<String, List<String>> unknown = new TreeMap<>();
    static final Map<KtFile, int[]> starts = new HashMap<>();
    static BindingContext binding;
    static String root;

    public static void main(String[] a) throws Exception {
        root = new File(a[0]).getCanonicalPath() + "/";
        CompilerConfiguration c = new CompilerConfiguration();
        c.put(CLIConfigurationKeys(), MessageCollector.Companion.getNONE());
        c.put(CommonConfigurationKeys.MODULE_NAME, "project");
        c.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
        Map<LanguageFeature, LanguageFeature.State> features = new HashMap<>();
        for (var each : List.of(LanguageFeature.MultiPlatformProjects, LanguageFeature.ContextReceivers)) features.put(each, LanguageFeature.State.ENABLED);
        c.put(CommonConfigurationKeys.LANGUAGE_VERSION_SETTINGS, new LanguageVersionSettingsImpl(LanguageVersion.KOTLIN_1_9, ApiVersion.KOTLIN_1_9,
            Map.of(AnalysisFlags.getSkipMetadataVersionCheck(), true, AnalysisFlags.getSkipPrereleaseCheck(), true, AnalysisFlags.getAllowKotlinPackage(), true), features));
        for (String jar : Files.readString(Path.of(a[1])).trim().split(":")) if (!jar.isEmpty()) JvmContentRootsKt.addJvmClasspathRoot(c, new File(jar));
        for (Path each : sources(Path.of(root))) {
            if (each.toString().endsWith(".kt")) ContentRootsKt.addKotlinSourceRoot(c, each.toString());
            else JvmContentRootsKt.addJavaSourceRoot(c, each.toFile());
        }
        KotlinCoreEnvironment env = KotlinCoreEnvironment.createForProduction(Disposer.newDisposable(), c, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        AnalysisResult result = TopDownAnalyzerFacadeForJVM.analyzeFilesWithJavaIntegration(env.getProject(), env.getSourceFiles(), new NoScopeRecordCliBindingTrace(), c, env::createPackagePartProvider);
        binding = result.getBindingContext();
        for (KtFile file : env.getSourceFiles()) file.accept(new KtTreeVisitorVoid() {
            public void visitNamedDeclaration(KtNamedDeclaration d) { define(d); super.visitNamedDeclaration(d); }
        });
        for (KtFile file : env.getSourceFiles()) file.accept(new KtTreeVisitorVoid() {
            public void visitSimpleNameExpression(KtSimpleNameExpression x) { use(x); super.visitSimpleNameExpression(x); }
        });
        relate(env.getSourceFiles());
        write(a[2]);
    }
    static org.jetbrains.kotlin.config.CompilerConfigurationKey<MessageCollector> CLIConfigurationKeys() { return org.jetbrains.kotlin.cli.common.CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY; }

    /** Kotlin's files but those for other platforms than the JVM, and the directories of Java's. */
    static Set<Path> sources(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            Set<Path> found = new TreeSet<>();
            for (Path p : (Iterable<Path>) all::iterator) {
                String s = root.relativize(p).toString();
                if (s.matches("(.*/)?(build|\\.git|\\w*testdata|resources)/.*") || s.matches("(.*/)?src/(js|native|wasm|ios|tvos|watchos|macos|apple|linux|mingw|posix|android|nonJvm|web)\\w*/.*")) continue;
                if (s.endsWith(".kt")) found.add(p);
                else if (s.matches("(.*/)?src/\\w+/java") && Files.isDirectory(p)) found.add(p);
            }
            return found;
        }
    }
    static String place(PsiElement e, String separator) {
        KtFile file = (KtFile) e.getContainingFile();
        String text = file.getText();
        int at = e.getTextRange().getStartOffset();
        int[] lines = starts.computeIfAbsent(file, f -> IntStream.concat(IntStream.of(0), IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').map(i -> i + 1)).toArray());
        int line = Arrays.binarySearch(lines, at);
        line = line < 0 ? -line - 2 : line;
        return new File(file.getVirtualFilePath()).getPath().substring(root.length()) + separator + (line + 1) + separator + (at - lines[line] + 1);
    }
    static void define(KtNamedDeclaration d) {
        PsiElement name = d.getNameIdentifier();
        boolean isMember = d.getParent() instanceof KtFile || d.getParent() instanceof KtClassBody body && body.getParent() instanceof KtClassOrObject owner && !(owner instanceof KtObjectDeclaration o && o.isObjectLiteral());
        if (name == null || !isMember || !(d instanceof KtNamedFunction || d instanceof KtClassOrObject || d instanceof KtProperty || d instanceof KtTypeAlias)) return;
        Def def = new Def();
        String[] p = place(name, "\n").split("\n");
        def.file = p[0]; def.line = Integer.parseInt(p[1]); def.col = Integer.parseInt(p[2]); def.name = d.getName();
        def.kind = d instanceof KtNamedFunction ? (d.getParent() instanceof KtFile ? "func" : "method") : d instanceof KtClass k && k.isInterface() ? "interface" : d instanceof KtClassOrObject ? "class" : "field";
        def.isAbstract = d.hasModifier(org.jetbrains.kotlin.lexer.KtTokens.ABSTRACT_KEYWORD) || d.hasModifier(org.jetbrains.kotlin.lexer.KtTokens.SEALED_KEYWORD);
        if (d.getParent() instanceof KtClassBody body) def.recv = ((KtClassOrObject) body.getParent()).getName();
        if (d instanceof KtNamedFunction f && f.getReceiverTypeReference() != null) def.recv += "." + f.getReceiverTypeReference().getText();
        def.descriptor = binding.get(BindingContext.DECLARATION_TO_DESCRIPTOR, d);
        defs.put(d, def);
    }
    /** The declarations in the source that a descriptor stands for: what is inherited is written above, a constructor by its class. */
    static Stream<Def> meant(DeclarationDescriptor d) {
        if (d instanceof CallableMemberDescriptor m && m.getKind() != CallableMemberDescriptor.Kind.DECLARATION && m.getKind() != CallableMemberDescriptor.Kind.SYNTHESIZED) return m.getOverriddenDescriptors().stream().flatMap(KotlinUses::meant);
        PsiElement e = DescriptorToSourceUtils.getSourceFromDescriptor(d.getOriginal());
        while (e instanceof KtConstructor<?> k) e = k.getContainingClassOrObject();
        return defs.containsKey(e) ? Stream.of(defs.get(e)) : Stream.empty();
    }
    static void use(KtSimpleNameExpression x) {
        if (x instanceof KtLabelReferenceExpression || x.getIdentifier() == null && !(x instanceof KtOperationReferenceExpression o && o.isConventionOperator())) return;
        DeclarationDescriptor target = binding.get(BindingContext.REFERENCE_TARGET, x);
        Collection<? extends DeclarationDescriptor> several = binding.get(BindingContext.AMBIGUOUS_REFERENCE_TARGET, x);
        // Of an import's overloads all are meant; of a call's, none is known.
        boolean isImport = PsiTreeUtil.getParentOfType(x, KtImportDirective.class) != null;
        Collection<? extends DeclarationDescriptor> targets = target != null ? List.of(target) : isImport && several != null ? several : List.of();
        if (targets.isEmpty() || targets.stream().anyMatch(org.jetbrains.kotlin.types.error.ErrorUtils::isError)) { unknown.computeIfAbsent(x.getReferencedName(), k -> new ArrayList<>()).add(place(x, ":")); return; }
        boolean call = x.getParent() instanceof KtCallExpression k && k.getCalleeExpression() == x || x instanceof KtOperationReferenceExpression;
        for (DeclarationDescriptor each : targets) meant(each).filter(d -> d.name.equals(x.getReferencedName())).forEach(d -> d.uses.put(place(x, ":"), call ? "true" : "false"));
    }
    /** Overridden functions and, of what several platforms define, the definitions for the others are kin; subtypes are implementations. */
    static void relate(List<KtFile> files) {
        Map<String, List<Def>> members = new HashMap<>();
        for (Def d : defs.values()) {
            if (d.descriptor instanceof CallableMemberDescriptor m) for (var above : DescriptorUtils.getAllOverriddenDescriptors(m)) meant(above).filter(y -> y != d).forEach(y -> { d.kin.add(id(y)); y.kin.add(id(d)); });
            if (d.descriptor instanceof MemberDescriptor) members.computeIfAbsent(d.recv + " " + d.name + " " + (d.descriptor.getContainingDeclaration() == null ? "" : DescriptorUtils.getFqName(d.descriptor)), k -> new ArrayList<>()).add(d);
        }
        for (List<Def> same : members.values()) for (Def x : same) for (Def y : same)
            if (x != y && ((MemberDescriptor) x.descriptor).isExpect() != ((MemberDescriptor) y.descriptor).isExpect()) x.kin.add(id(y));
        for (KtFile file : files) file.accept(new KtTreeVisitorVoid() {
            public void visitClassOrObject(KtClassOrObject d) {
                super.visitClassOrObject(d);
                if (!(binding.get(BindingContext.DECLARATION_TO_DESCRIPTOR, d) instanceof ClassDescriptor type)) return;
                Def own = defs.get(d);
                PsiElement name = d.getNameIdentifier() == null ? d : d.getNameIdentifier();
                String at = own != null ? id(own) : place(name, ":") + ":" + d.getName();
                for (var above : org.jetbrains.kotlin.resolve.descriptorUtil.DescriptorUtilsKt.getAllSuperclassesWithoutAny(type)) meant(above).forEach(y -> y.impl.add(at));
                for (var above : org.jetbrains.kotlin.types.TypeUtils.getAllSupertypes(type.getDefaultType())) if (above.getConstructor().getDeclarationDescriptor() != null) meant(above.getConstructor().getDeclarationDescriptor()).forEach(y -> y.impl.add(at));
            }
        });
    }
    static String id(Def d) { return d.file + ":" + d.line + ":" + d.col + ":" + d.name; }
    static String quoted(String s) { return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"") + "\""; }
    static String list(Collection<String> s) { return s.stream().map(KotlinUses::quoted).collect(Collectors.joining(",", "[", "]")); }
    static String spot(String place, String rest) { String[] p = place.split(":"); return "{\"file\":" + quoted(p[0]) + ",\"line\":" + p[1] + ",\"col\":" + p[2] + rest + "}"; }
    static void write(String output) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Def d : defs.values()) {
            String uses = d.uses.entrySet().stream().map(e -> spot(e.getKey(), ",\"call\":" + e.getValue())).collect(Collectors.joining(","));
            String open = unknown.getOrDefault(d.name, List.of()).stream().map(e -> spot(e, "")).collect(Collectors.joining(","));
            rows.add("{\"file\":" + quoted(d.file) + ",\"line\":" + d.line + ",\"col\":" + d.col + ",\"name\":" + quoted(d.name) + ",\"kind\":\"" + d.kind + "\",\"recv\":" + quoted(d.recv) + ",\"abstract\":" + d.isAbstract
                + ",\"uses\":[" + uses + "],\"unknown\":[" + open + "],\"kin\":" + list(d.kin) + ",\"impl\":" + list(d.impl) + "}");
        }
        Files.writeString(Path.of(output), rows.stream().collect(Collectors.joining(",\n", "[", "]\n")));
        System.err.println("definitions " + defs.size() + ", uses " + defs.values().stream().mapToInt(d -> d.uses.size()).sum() + ", names unknown " + unknown.values().stream().mapToInt(List::size).sum());
    }
}
