// JSON Schema on stdin, TypeScript on stdout: run by `python -m crossfelt.service.wire.generate`.
import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const schema = JSON.parse(readFileSync(0, 'utf8'));
const text = await compile(schema, 'Protocol', {
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  bannerComment: '/* Generated from the wire types by `dev.py types`. Do not edit. */',
  style: { singleQuote: true, printWidth: 110 },
  unknownAny: true,
  unreachableDefinitions: true,
});
// The compiler notes for every type where it stands in the schema, which tells a reader nothing.
process.stdout.write(
  text
    .replaceAll(/( \*\n)? \* This interface was referenced by [^]*?\n \* via the [^\n]*\n/g, '')
    .replaceAll('/**\n */\n', ''),
);
