import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../bootstrap/processes.mjs'
import { ROOT } from '../bootstrap/project.mjs'
import { writeCssModuleTypes } from '../dev/css-module-types.ts'
import type { TestOutcome } from '../test/test-summary.ts'
import { auditPackages } from './audit.ts'
import { BANNED_NAMES, BANNED_PHRASES } from './banned-words.ts'
import { measureBuild } from './bundle-size.ts'
import { checkCommitSubjects } from './commit-subjects.ts'
import { listImports } from './import-graph.ts'
import { importViolations } from './import-rules.ts'
import { type LockFile, lockFileProblems } from './lock-file.ts'
import { isCode, lengthViolations, readTextFiles } from './text-files.ts'
import { wordingViolations } from './wording.ts'

type Check = { name: string; hasPassed: boolean; ms: number; output: string }

type StepResult = { code: number; output: string }

type Steps = Record<string, () => Promise<StepResult>>

const TYPESCRIPT_PROJECTS = ['.', 'packages', 'apps/web']

function lint(paths: readonly string[]): Promise<StepResult> {
  // One program for both, because computing the types takes most of the time of each.
  const args = ['--type-aware', '--type-check', '--format=unix', ...paths]
  // The compiler keeps most of what it allocates. Looking for garbage more often costs a quarter of the processor time.
  return runTool('oxlint/bin/oxlint', args, { env: { ...process.env, GOGC: '400' } })
}

const BROWSER_CODE = ['apps/web', 'packages']

/** If the import check finds fewer files, its file list is wrong. */
const MIN_MODULES = 150

const STEPS: Steps = {
  'format and fast lint': () => runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  // Each uses one core, because several checkers in a process would compute the same types.
  'types and strict lint, web': () => lint(BROWSER_CODE),
  'types and strict lint, Node': () =>
    lint([...BROWSER_CODE.map((folder) => `--ignore-pattern=${folder}/**`), '.']),
  'imports and wording': async () => checkSources(),
  'lock file': async () => checkLockFile(),
  'commit subjects': checkCommitSubjects,
  'bundle size': async () => checkBundleSize(),
}

const COMPILER_STEPS: Steps = Object.fromEntries(
  TYPESCRIPT_PROJECTS.map((folder) => [
    `compiler: ${folder === '.' ? 'scripts' : folder}`,
    () => runTool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']),
  ]),
)

/** What the gate does not wait for: it harms nobody until the change is pushed. */
const DEAD_CODE_STEP: Steps = { 'dead code': () => runTool('knip/bin/knip.js', ['--no-progress']) }

const THOROUGH_STEPS: Steps = {
  // The linter reports the errors of the same compiler. Once in a while, the compiler confirms that none was missed.
  ...COMPILER_STEPS,
  // Needs the network, and changes without a change of the code.
  'known vulnerabilities': auditPackages,
}

/**
 * Runs the checks in parallel, and prints their results. A check that throws has failed.
 * @param scope those of `npm test`, of `npm run check`, or of `npm run test:all`
 */
export async function runChecks(scope: 'gate' | 'check' | 'net'): Promise<TestOutcome> {
  await writeCssModuleTypes()
  const steps = {
    ...STEPS,
    ...(scope === 'gate' ? {} : DEAD_CODE_STEP),
    ...(scope === 'net' ? THOROUGH_STEPS : {}),
  }
  const checks = await Promise.all(Object.entries(steps).map(([name, step]) => runStep(name, step)))
  printChecks(checks)
  const failures = checks.filter(({ hasPassed }) => !hasPassed).map(({ name }) => `the check "${name}"`)
  return {
    summary: { passed: checks.length - failures.length, failed: failures.length, skipped: 0 },
    failures,
  }
}

async function runStep(name: string, step: () => Promise<StepResult>): Promise<Check> {
  const start = performance.now()
  try {
    const { code, output } = await step()
    return { name, hasPassed: code === 0, ms: performance.now() - start, output }
  } catch (error) {
    const output = error instanceof Error ? `${error.stack}` : String(error)
    return { name, hasPassed: false, ms: performance.now() - start, output }
  }
}

function checkSources(): StepResult {
  const { files, paths } = readTextFiles(ROOT)
  const code = files.filter(isCode)
  const imports = listImports(code, paths)
  const problems = [
    ...importViolations(imports),
    ...wordingViolations(files, { names: BANNED_NAMES, phrases: BANNED_PHRASES }),
    ...lengthViolations(files),
  ]
  const count = `${files.length} files, ${code.length} modules, ${imports.length} imports`
  if (code.length < MIN_MODULES)
    problems.push(`Found only ${count}; expected at least ${MIN_MODULES} modules.`)
  return { code: problems.length, output: [...problems, count].join('\n') }
}

function checkLockFile(): StepResult {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const problems = lockFileProblems(packages)
  return {
    code: problems.length,
    output: [...problems, `${Object.keys(packages).length} packages`].join('\n'),
  }
}

function checkBundleSize(): StepResult {
  const bundles = measureBuild(join(ROOT, 'apps/web/dist'))
  const tooLarge = bundles.filter(({ size, limit }) => size > limit)
  const lines = (tooLarge.length > 0 ? tooLarge : bundles.slice(0, 3)).map(
    ({ name, size, limit }) => `${name}: ${size.toFixed(1)} of ${limit} KB`,
  )
  return { code: tooLarge.length, output: lines.join('\n') }
}

function printChecks(checks: readonly Check[]) {
  for (const { name, output } of checks.filter(({ hasPassed }) => !hasPassed)) {
    console.log(`\n── ${name} ──\n${output.trim()}`)
  }
  console.log('')
  for (const { name, hasPassed, ms, output } of checks) {
    const note = hasPassed ? shortOutput(output) : 'FAILED, see above'
    console.log(
      `${hasPassed ? '✓' : '✗'} ${name.padEnd(28)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${note}`,
    )
  }
}

function shortOutput(output: string) {
  const lines = output.trim().split('\n')
  return lines.length <= 3 ? lines.join(', ') : ''
}
