import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listFiles } from '../bootstrap/content-hash.ts'
import { listImports } from './import-graph.ts'
import { importViolations, RULE_MESSAGES } from './import-rules.ts'

/** A small project in which every import is allowed. */
const VALID_PROJECT = {
  'packages/domain/src/points.ts': '',
  'packages/domain/src/standings.ts': "import { a } from './points.ts'",
  'packages/contract/src/standings.ts':
    "import { z } from 'zod'\nimport { a } from '@fieldhouse/domain/standings'",
  'apps/server/src/main.ts': "import { app } from './app.ts'",
  'apps/server/src/app.ts': "import { a } from './features/standings/routes.ts'",
  'apps/server/src/settings.ts': "import 'node:fs'",
  'apps/server/src/http/errors.ts':
    "import { a } from '@fieldhouse/contract/standings'\nimport '../settings.ts'",
  'apps/server/src/features/standings/store.ts': '',
  'apps/server/src/features/standings/routes.ts': "import './store.ts'\nimport '../../http/errors.ts'",
  'apps/server/src/features/standings/routes.test.ts':
    "import '../../testing/start-app.ts'\nimport '@fieldhouse/simulator/random'",
  'apps/server/src/features/roster/store.ts': '',
  'apps/server/src/testing/start-app.ts': "import '../app.ts'",
  'apps/web/src/main.tsx': "import './app/app.tsx'",
  'apps/web/src/app/app.tsx':
    "const Tab = () => import('../features/standings/tab.tsx')\nexport const a = <Tab />",
  'apps/web/src/features/standings/tab.tsx':
    "import '../../ui/button.tsx'\nimport type { S } from '@fieldhouse/contract/standings'",
  'apps/web/src/ui/button.tsx': "import './button.css'",
  'apps/web/src/ui/button.css': '',
  'apps/simulator/src/cli/demo.ts': "import '../random.ts'",
  'apps/simulator/src/random.ts': "import '@fieldhouse/domain/points'",
  'tools/bench/measure-feed.ts': "import '../../apps/server/src/app.ts'",
  'scripts/start.mjs': "import './bootstrap/bootstrap.ts'",
  'scripts/bootstrap/bootstrap.ts': '',
}

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldhouse-imports-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @param changed files that are added or replaced */
function violatedRules(changed: Record<string, string>) {
  for (const [path, source] of Object.entries({ ...VALID_PROJECT, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  const files = listFiles(root, ['apps', 'packages', 'scripts', 'tools'], { withTests: true })
  const imports = listImports(
    root,
    files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)),
  )
  return importViolations(imports).map(({ rule }) => rule)
}

it('reports nothing for a valid project', () => {
  expect(violatedRules({})).toEqual([])
})

const EXISTS = 'Every import resolves to a file.'
const DOWNWARD = 'Imports run downward: programs, app, features, foundation, contract, domain.'
const LAYER = 'Every product file belongs to a layer.'
const PROGRAM = 'No file imports a program.'
const FEATURES = 'A feature imports no other feature.'
const DOMAIN = 'The domain imports only itself.'
const CONTRACT = 'The contract imports only the domain and zod.'
const APPS = 'An app imports no other app. Only tests of the server import the simulator.'
const PACKAGE = 'A package never imports an app.'
const SCRIPTS = 'Scripts and tools do not import product files, except for the benchmarks.'
const TEST_HELPERS = 'Only tests import test helpers.'
const TYPES = 'The web app imports only types from the contract, so that no schema is sent to browsers.'

const VIOLATIONS = [
  { rule: EXISTS, file: 'apps/server/src/app.ts', source: "import './features/gone.ts'" },
  { rule: EXISTS, file: 'apps/server/src/app.ts', source: "import '@fieldhouse/domain/gone'" },
  { rule: DOWNWARD, file: 'apps/server/src/http/errors.ts', source: "import '../features/roster/store.ts'" },
  {
    rule: DOWNWARD,
    file: 'apps/server/src/settings.ts',
    source: "import type { A } from './features/roster/store.ts'",
  },
  {
    rule: DOWNWARD,
    file: 'apps/server/src/features/roster/store.ts',
    source: "import type { A } from '../../app.ts'",
  },
  {
    rule: DOWNWARD,
    file: 'apps/web/src/ui/button.tsx',
    source: "export { a } from '../features/standings/tab.tsx'",
  },
  {
    rule: DOWNWARD,
    file: 'packages/domain/src/points.ts',
    source: "import '@fieldhouse/contract/standings'",
  },
  { rule: LAYER, file: 'apps/server/src/misc/things.ts', source: "import 'node:fs'" },
  { rule: PROGRAM, file: 'apps/server/src/cli/admin.ts', source: "import '../main.ts'" },
  {
    rule: FEATURES,
    file: 'apps/server/src/features/roster/store.ts',
    source: "import '../standings/store.ts'",
  },
  {
    rule: FEATURES,
    file: 'apps/server/src/features/roster/store.ts',
    source: "type A = import('../standings/store.ts').A",
  },
  {
    rule: FEATURES,
    file: 'apps/server/src/features/roster/store.ts',
    source: "await import('../standings/store.ts')",
  },
  { rule: DOWNWARD, file: 'apps/web/src/ui/button.tsx', source: "type A = typeof import('../app/app.tsx')" },
  { rule: DOMAIN, file: 'packages/domain/src/points.ts', source: "import 'node:fs'" },
  { rule: DOMAIN, file: 'packages/domain/src/points.ts', source: "import { z } from 'zod'" },
  { rule: CONTRACT, file: 'packages/contract/src/standings.ts', source: "import 'fastify'" },
  { rule: APPS, file: 'apps/web/src/ui/button.tsx', source: "import '../../../server/src/settings.ts'" },
  { rule: APPS, file: 'apps/server/src/settings.ts', source: "import '../../web/src/ui/button.tsx'" },
  {
    rule: APPS,
    file: 'apps/server/src/settings.ts',
    source: "import '@fieldhouse/simulator/random'",
  },
  { rule: APPS, file: 'apps/simulator/src/random.ts', source: "import '../../server/src/settings.ts'" },
  {
    rule: APPS,
    file: 'apps/simulator/src/random.test.ts',
    source: "import '../../server/src/settings.ts'",
  },
  {
    rule: PACKAGE,
    file: 'packages/domain/src/a.test.ts',
    source: "import '../../../apps/server/src/app.ts'",
  },
  { rule: SCRIPTS, file: 'scripts/start.mjs', source: "import '../apps/server/src/app.ts'" },
  { rule: SCRIPTS, file: 'tools/chaos/run-chaos.ts', source: "import '../../apps/server/src/app.ts'" },
  { rule: EXISTS, file: 'scripts/start.mjs', source: "/** @type {import('./gone.mjs').A} */\nexport let a" },
  { rule: TEST_HELPERS, file: 'apps/server/src/app.ts', source: "import './testing/start-app.ts'" },
  {
    rule: TYPES,
    file: 'apps/web/src/app/app.tsx',
    source: "import { S } from '@fieldhouse/contract/standings'",
  },
]

it.each(VIOLATIONS)('reports a violation in $file: $source', ({ rule, file, source }) => {
  expect(violatedRules({ [file]: source })).toContain(rule)
})

it('covers every rule with an example violation', () => {
  expect(new Set(VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(RULE_MESSAGES))
})

it('throws for a file that cannot be parsed', () => {
  expect(() => violatedRules({ 'apps/server/src/app.ts': 'import {' })).toThrow('apps/server/src/app.ts')
})
