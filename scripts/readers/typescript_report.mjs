// Reads TypeScript files named on standard input with the TypeScript compiler, and prints what a module report must say of
// them, as JSON, one line a file: definitions as [name, container, first line, last line, exported] and imports as
// [module, name]. Usage: node typescript_report.mjs FOLDER_OF_TYPESCRIPT_PACKAGE

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);

function read(path) {
  const text = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const definitions = [];
  const imports = [];
  const offered = new Set();
  const line = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const has = (node, kind) => (ts.canHaveModifiers(node) ? ts.getModifiers(node) ?? [] : []).some((modifier) => modifier.kind === kind);
  const add = (name, container, node, exported) =>
    definitions.push([name, container.join("."), line(node.getStart(file)), line(node.getEnd()), exported]);
  const nameOf = (node) => (node.name ? (ts.isStringLiteralLike(node.name) ? node.name.text : node.name.getText(file)) : "default");

  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier && statement.exportClause) {
      statement.exportClause.elements.forEach((element) => offered.add((element.propertyName ?? element.name).text));
    }
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) offered.add(statement.expression.text);
  }

  const isKept = (member) =>
    has(member, ts.SyntaxKind.PrivateKeyword) || has(member, ts.SyntaxKind.ProtectedKeyword) || (member.name && ts.isPrivateIdentifier(member.name));
  const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
  const members = (type, container, exported) => {
    for (const member of type.members) {
      const isCallable = ts.isMethodDeclaration(member) || ts.isMethodSignature(member) || ts.isGetAccessor(member) || ts.isSetAccessor(member);
      const holdsFunction = ts.isPropertyDeclaration(member) && isFunction(member.initializer);
      if (isCallable || holdsFunction) add(nameOf(member), container, member, exported && !isKept(member));
      else if (ts.isConstructorDeclaration(member)) add("constructor", container, member, exported && !isKept(member));
    }
  };
  const statements = (list, container, around) => {
    for (const statement of list) {
      const isExported = (name) => around && (has(statement, ts.SyntaxKind.ExportKeyword) || (container.length === 0 && offered.has(name)));
      if (ts.isVariableStatement(statement)) {
        const single = statement.declarationList.declarations.length === 1;
        for (const declaration of statement.declarationList.declarations) {
          if (ts.isIdentifier(declaration.name)) {
            const name = declaration.name.text;
            add(name, container, single ? statement : declaration, isExported(name));
          }
        }
      } else if (ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
        add(nameOf(statement), container, statement, isExported(nameOf(statement)));
      } else if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
        const name = nameOf(statement);
        add(name, container, statement, isExported(name));
        members(statement, [...container, name], isExported(name));
      } else if (ts.isModuleDeclaration(statement)) {
        const name = nameOf(statement);
        add(name, container, statement, isExported(name));
        if (statement.body && ts.isModuleBlock(statement.body)) statements(statement.body.statements, [...container, name], isExported(name));
      }
    }
  };
  statements(file.statements, [], true);

  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const module = node.moduleSpecifier.text;
      const clause = node.importClause;
      if (!clause) imports.push([module, ""]);
      if (clause?.name) imports.push([module, "default"]);
      if (clause?.namedBindings && ts.isNamespaceImport(clause.namedBindings)) imports.push([module, "*"]);
      else clause?.namedBindings?.elements.forEach((element) => imports.push([module, (element.propertyName ?? element.name).text]));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const module = node.moduleSpecifier.text;
      if (node.exportClause && ts.isNamedExports(node.exportClause)) {
        node.exportClause.elements.forEach((element) => imports.push([module, (element.propertyName ?? element.name).text]));
      } else imports.push([module, "*"]);
    }
  };
  ts.forEachChild(file, visit);
  return { path, definitions, imports };
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  console.log(JSON.stringify(read(path)));
}
