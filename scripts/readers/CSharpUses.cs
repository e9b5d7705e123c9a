using System.Collections.Generic;
using System.IO;
using System.Linq;
using System;
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

/// Dumps each type and member of a C# project and each use, as Roslyn resolves them, in JSON. Compiled and run by csharp_reader.py.
public static class CSharpUses {
    class Def {
        public string file { get; set; } public int line { get; set; } public int col { get; set; } public string name { get; set; }
        public string kind { get; set; } public string recv { get; set; } public bool @abstract { get; set; }
        public List<Use> uses { get; } = new(); public SortedSet<string> kin { get; } = new(StringComparer.Ordinal);
        public SortedSet<string> impl { get; } = new(StringComparer.Ordinal);
        // The other parts of a partial definition, and of what implements it.
        public List<object[]> parts { get; } = new();
        public string Id => $"{file}:{line}:{col}:{name}";
    }
    record Use(string file, int line, int col, bool call);
    static readonly Dictionary<ISymbol, List<Def>> defs = new(SymbolEqualityComparer.Default);
    // By name: where Roslyn gives no meaning to it, or cannot choose one.
    static readonly SortedDictionary<string, List<object[]>> unknown = new(StringComparer.Ordinal);
    static readonly SortedDictionary<string, List<int>> conditional = new(StringComparer.Ordinal);

    public static void Run(string root, string[] files, string[] symbols, string usings, string output) {
        var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None, preprocessorSymbols: symbols);
        var trees = files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(root, file)), options, file)).ToList();
        var libraries = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")).Split(':').Select(path => MetadataReference.CreateFromFile(path));
        var settings = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);
        var compilation = CSharpCompilation.Create("project", trees.Append(CSharpSyntaxTree.ParseText(usings, options)), libraries, settings);
        foreach (var tree in trees) Define(tree, compilation.GetSemanticModel(tree));
        foreach (var tree in trees) Read(tree, compilation.GetSemanticModel(tree));
        foreach (var symbol in defs.Keys) Relate(symbol);
        File.WriteAllText(output, JsonSerializer.Serialize(new { definitions = defs.Values.Select(parts => parts[0]), unknown, conditional }));
    }

    static SyntaxToken NameOf(SyntaxNode node) => node switch {
        BaseTypeDeclarationSyntax type => type.Identifier, DelegateDeclarationSyntax type => type.Identifier, MethodDeclarationSyntax method => method.Identifier,
        ConstructorDeclarationSyntax made => made.Identifier, LocalFunctionStatementSyntax local => local.Identifier, PropertyDeclarationSyntax property => property.Identifier,
        EventDeclarationSyntax happening => happening.Identifier, EnumMemberDeclarationSyntax member => member.Identifier,
        VariableDeclaratorSyntax { Parent.Parent: BaseFieldDeclarationSyntax } field => field.Identifier, _ => default };

    static string Kind(ISymbol symbol) => symbol switch {
        INamedTypeSymbol type => type.TypeKind.ToString().ToLowerInvariant(),
        IMethodSymbol { MethodKind: MethodKind.Constructor or MethodKind.StaticConstructor } => "constructor",
        IMethodSymbol method => method.ContainingType?.TypeKind == TypeKind.Interface ? "imethod" : "method", _ => symbol.Kind.ToString().ToLowerInvariant() };

    /// The symbol that stands for all forms of one: of a generic one, an extension that is called as a member, a part.
    static ISymbol Original(ISymbol symbol) {
        if (symbol is IMethodSymbol { ReducedFrom: { } extension }) symbol = extension;
        symbol = symbol.OriginalDefinition;
        return symbol is IMethodSymbol { PartialDefinitionPart: { } whole } ? whole : symbol;
    }

    static (int line, int col) At(SyntaxTree tree, SyntaxToken token) {
        var start = tree.GetLineSpan(token.Span).StartLinePosition;
        return (start.Line + 1, start.Character + 1);
    }

    static void Define(SyntaxTree tree, SemanticModel model) {
        foreach (var node in tree.GetRoot().DescendantNodes()) {
            var token = NameOf(node);
            if (token == default || token.ValueText == "" || model.GetDeclaredSymbol(node) is not { } symbol) continue;
            symbol = Original(symbol);
            var (line, col) = At(tree, token);
            var def = new Def { file = tree.FilePath, line = line, col = col, name = token.ValueText, kind = Kind(symbol), recv = symbol.ContainingType?.Name ?? "", @abstract = symbol.IsAbstract };
            if (!defs.TryGetValue(symbol, out var parts)) defs[symbol] = parts = new();
            // The part that names the supertypes is the one that implements them.
            if (parts.Count > 0 && node is BaseTypeDeclarationSyntax { BaseList: not null } && !parts[0].parts.Any()) parts.Insert(0, def); else parts.Add(def);
        }
        foreach (var trivia in tree.GetRoot().DescendantTrivia().Where(trivia => trivia.IsKind(SyntaxKind.DisabledTextTrivia))) {
            var span = tree.GetLineSpan(trivia.Span);
            if (!conditional.TryGetValue(tree.FilePath, out var lines)) conditional[tree.FilePath] = lines = new();
            lines.AddRange(Enumerable.Range(span.StartLinePosition.Line + 1, span.EndLinePosition.Line - span.StartLinePosition.Line + 1));
        }
    }

    static void Read(SyntaxTree tree, SemanticModel model) {
        foreach (var name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>().Where(name => !name.IsVar)) {
            var found = model.GetSymbolInfo(name);
            var (line, col) = At(tree, name.Identifier);
            var is_whole = found.Symbol != null || found.CandidateSymbols.Length == 1 || found.CandidateReason == CandidateReason.MemberGroup;
            if (!is_whole) {
                if (!unknown.TryGetValue(name.Identifier.ValueText, out var places)) unknown[name.Identifier.ValueText] = places = new();
                places.Add(new object[] { tree.FilePath, line });
                continue;
            }
            foreach (var symbol in found.Symbol != null ? new[] { found.Symbol } : found.CandidateSymbols.AsEnumerable())
                // An attribute is read as its constructor.
                foreach (var meant in symbol is IMethodSymbol { MethodKind: MethodKind.Constructor } made ? new[] { made, (ISymbol)made.ContainingType } : new[] { symbol })
                    if (defs.TryGetValue(Original(meant), out var parts)) parts[0].uses.Add(new Use(tree.FilePath, line, col, IsCalled(name)));
        }
    }

    static bool IsCalled(SimpleNameSyntax name) {
        var called = name.Parent is MemberAccessExpressionSyntax access && access.Name == name || name.Parent is MemberBindingExpressionSyntax ? name.Parent : name;
        return called.Parent is InvocationExpressionSyntax invocation && invocation.Expression == called;
    }

    static void Relate(ISymbol symbol) {
        if (symbol is INamedTypeSymbol type) {
            var above = type.AllInterfaces.AsEnumerable();
            for (var of = type.BaseType; of != null; of = of.BaseType) above = above.Append(of);
            foreach (var other in above) {
                if (!defs.TryGetValue(Original(other), out var supertype) || SymbolEqualityComparer.Default.Equals(Original(other), type)) continue;
                supertype[0].impl.Add(defs[symbol][0].Id);
                supertype[0].parts.AddRange(defs[symbol].Skip(1).Select(part => new object[] { part.file, part.line }));
            }
            foreach (var member in type.AllInterfaces.SelectMany(each => each.GetMembers()))
                if (type.FindImplementationForInterfaceMember(member) is { } implementing) Relatives(implementing, member);
        }
        for (var above = symbol; above != null && Overridden(above) is { } over; above = over) Relatives(symbol, over);
        // Overloads.
        if (symbol is IMethodSymbol && symbol.ContainingType is { } around)
            foreach (var other in around.GetMembers(symbol.Name)) if (!SymbolEqualityComparer.Default.Equals(Original(other), symbol) && defs.TryGetValue(Original(other), out var parts)) defs[symbol][0].kin.Add(parts[0].Id);
        defs[symbol][0].parts.AddRange(defs[symbol].Skip(1).Select(part => new object[] { part.file, part.line }));
    }

    static ISymbol Overridden(ISymbol symbol) => symbol switch { IMethodSymbol method => method.OverriddenMethod, IPropertySymbol property => property.OverriddenProperty, IEventSymbol happening => happening.OverriddenEvent, _ => null };

    static void Relatives(ISymbol below, ISymbol above) {
        if (!defs.TryGetValue(Original(below), out var lower) || !defs.TryGetValue(Original(above), out var upper) || lower == upper) return;
        lower[0].kin.Add(upper[0].Id);
        upper[0].kin.Add(lower[0].Id);
        upper[0].impl.Add(lower[0].Id);
    }
}
