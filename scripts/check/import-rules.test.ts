import { expect, it } from 'vitest'
import { importViolations, listImports, RULE_MESSAGES } from './import-rules.ts'
import { isCode } from './wording.ts'

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
  'apps/server/src/features/roster/read-roster.ts': "import '../standings/reads.ts'",
  'apps/server/src/features/roster/store.ts': '',
  'apps/server/src/features/standings/reads.ts': '',
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
  'tools/bench/herd.ts': "import type { S } from '@fieldhouse/contract/standings'",
  'scripts/start.mjs': "import './bootstrap/bootstrap.ts'",
  'scripts/bootstrap/bootstrap.ts': '',
}

/** @param changed files that are added or replaced */
function violations(changed: Record<string, string>) {
  const project: Record<string, string> = { ...VALID_PROJECT, ...changed }
  const files = Object.entries(project).map(([file, text]) => ({ file, text }))
  return importViolations(listImports(files.filter(isCode), new Set(Object.keys(project))))
}

it('reports nothing for a valid project', () => {
  expect(violations({})).toEqual([])
})

const EXISTS = 'Every import resolves to a file.'
const DOWNWARD = 'Imports run downward: programs, app, features, foundation, contract, domain.'
const LAYER = 'Every product file belongs to a layer.'
const PROGRAM = 'No file imports a program.'
const FEATURES = 'A feature imports only reads of another feature: files named read-*.ts or reads.ts.'
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
  expect(violations({ [file]: source })).toContainEqual(expect.stringContaining(rule))
})

it('covers every rule with an example violation', () => {
  expect(new Set(VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(RULE_MESSAGES))
})

it('throws for a file that cannot be parsed', () => {
  expect(() => violations({ 'apps/server/src/app.ts': 'import {' })).toThrow('apps/server/src/app.ts')
})

it('reports folders of the server that import each other through a third one, and not their tests', () => {
  const changed = {
    'apps/server/src/auth/access.ts': "import '../http/cache/entries.ts'",
    'apps/server/src/auth/access.test.ts': "import '../jobs/job.ts'",
    'apps/server/src/http/cache/entries.ts': "import '../../media/file-store.ts'",
    'apps/server/src/media/file-store.ts': "import '../auth/access.ts'",
    'apps/server/src/jobs/job.ts': "import '../auth/access.ts'",
  }
  expect(violations(changed)).toEqual([
    'Rooms import each other: apps/server/src/auth → apps/server/src/http/cache → apps/server/src/media → apps/server/src/auth',
  ])
})

it.each(['apps/server', 'apps/web'])('reports features of %s that read each other', (app) => {
  const features = `${app}/src/features`
  const changed = {
    [`${features}/roster/reads.ts`]: "import '../feed/reads.ts'",
    [`${features}/feed/reads.ts`]: "import '../roster/reads.ts'",
  }
  expect(violations(changed)).toEqual([
    `Rooms import each other: ${features}/roster → ${features}/feed → ${features}/roster`,
  ])
})
