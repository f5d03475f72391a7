import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditPackages } from './check/audit.mjs'
import { checkCommitSubjects } from './check/commit-subjects.mjs'
import { listImports } from './check/import-graph.mjs'
import { importViolations } from './check/import-rules.mjs'
import { lockFileProblems } from './check/lock-file.mjs'
import { measureBuild } from './check/page-budget.mjs'
import { listFiles } from './content-hash.mjs'
import { ROOT } from './project.mjs'
import { runTool } from './run-command.mjs'

/**
 * @typedef {{ name: string, hasPassed: boolean, ms: number, output: string }} Check
 * @typedef {{ code: number, output: string }} StepResult
 */

const TYPED_FOLDERS = ['.', 'packages/domain', 'packages/contract', 'apps/server', 'apps/web']

/** A check of imports that sees fewer files has lost sight of the tree. */
const MIN_MODULES = 150

/** @type {Record<string, () => Promise<StepResult>>} */
const STEPS = {
  ...Object.fromEntries(
    TYPED_FOLDERS.map((folder) => [
      folder === '.' ? 'types: scripts' : `types: ${folder}`,
      () => runTool('typescript/bin/tsc', ['-p', folder, '--pretty', 'false']),
    ]),
  ),
  'format and quick lint': () => runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  'strict lint': () => runTool('oxlint/bin/oxlint', ['--type-aware', '--format=unix', '.']),
  'dead code': () => runTool('knip/bin/knip.js', ['--no-progress']),
  imports: async () => checkImports(),
  'lock file': async () => checkLockFile(),
  'commit subjects': checkCommitSubjects,
  'known vulnerabilities': auditPackages,
  'page budget': async () => checkPageBudget(),
}

/** Runs all checks side by side; they never throw, they end badly. */
export async function runChecks() {
  return await Promise.all(Object.entries(STEPS).map(([name, step]) => runStep(name, step)))
}

/**
 * @param {string} name
 * @param {() => Promise<StepResult>} step
 * @returns {Promise<Check>}
 */
async function runStep(name, step) {
  const start = performance.now()
  try {
    const { code, output } = await step()
    return { name, hasPassed: code === 0, ms: performance.now() - start, output }
  } catch (error) {
    const output = error instanceof Error ? `${error.stack}` : String(error)
    return { name, hasPassed: false, ms: performance.now() - start, output }
  }
}

/** @returns {StepResult} */
function checkImports() {
  const folders = ['apps/server', 'apps/web', 'packages', 'scripts', 'e2e']
  const files = listFiles(ROOT, folders, { withTests: true }).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  const imports = listImports(ROOT, files)
  const broken = importViolations(imports).map(({ rule, from, to }) => `${from} imports ${to}: ${rule}`)
  const seen = `${files.length} modules, ${imports.length} imports`
  if (files.length < MIN_MODULES) broken.push(`Only ${seen} were seen; there are at least ${MIN_MODULES}.`)
  return { code: broken.length, output: [...broken, seen].join('\n') }
}

/** @returns {StepResult} */
function checkLockFile() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const faults = lockFileProblems(packages)
  return { code: faults.length, output: [...faults, `${Object.keys(packages).length} packages`].join('\n') }
}

/** @returns {StepResult} */
function checkPageBudget() {
  const weights = measureBuild(join(ROOT, 'apps/web/dist'))
  const tooHeavy = weights.filter(({ bytes, limit }) => bytes > limit)
  const kilobytes = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1)
  const lines = (tooHeavy.length > 0 ? tooHeavy : weights.slice(0, 3)).map(
    ({ what, bytes, limit }) => `${what}: ${kilobytes(bytes)} of ${kilobytes(limit)} KB`,
  )
  return { code: tooHeavy.length, output: lines.join('\n') }
}

/**
 * @param {readonly Check[]} checks
 * @returns {import('./test-summary.mjs').TestSummary}
 */
export function summarizeChecks(checks) {
  const passed = checks.filter(({ hasPassed }) => hasPassed).length
  return { passed, failed: checks.length - passed, skipped: 0 }
}

/**
 * Prints what the failing ones said, then a line for each with its time.
 * @param {readonly Check[]} checks
 */
export function printChecks(checks) {
  for (const { name, output } of checks.filter(({ hasPassed }) => !hasPassed)) {
    console.log(`\n── ${name} ──\n${output.trim()}`)
  }
  console.log('')
  for (const { name, hasPassed, ms, output } of checks) {
    const remark = hasPassed ? shortOutput(output) : 'FAILED, see above'
    console.log(
      `${hasPassed ? '✓' : '✗'} ${name.padEnd(24)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${remark}`,
    )
  }
}

/** @param {string} output */
function shortOutput(output) {
  const lines = output.trim().split('\n')
  return lines.length <= 3 ? lines.join(', ') : ''
}
