import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bootstrap } from '../../scripts/bootstrap/bootstrap.ts'
import { runCommand, runTool } from '../../scripts/bootstrap/processes.mjs'
import { log, ROOT, UserError } from '../../scripts/bootstrap/project.mjs'
import { findBrowser } from '../../scripts/test/browser.ts'
import { startPostgres } from '../../scripts/test/postgres.ts'
import { type JourneyReport, journeyOutcome } from '../../scripts/test/test-summary.ts'
import { table } from '../bench/table.ts'
import { FAULTS, type Fault } from './faults.ts'

/** The share of the faults that the gate has to catch. The net has to catch all of them. */
const MIN_GATE_SHARE = 0.9

/** How often the tests are run if what fails passes when it is run again. */
const MAX_ATTEMPTS = 2

/** The Vitest projects that a file can break, in the order in which they are run. */
const PROJECTS_BY_FOLDER: readonly (readonly [folder: string, projects: readonly string[]])[] = [
  ['apps/web', ['web', 'components']],
  ['apps/server', ['server', 'server on PostgreSQL']],
  ['packages', ['domain', 'contract', 'simulator', 'web', 'server', 'server on PostgreSQL', 'components']],
]

/** Of the tests that a fault names: those of `npm test`, and then all. */
const LEVELS = ['gate', 'net'] as const

type Level = (typeof LEVELS)[number]

/** A fault can make a test wait for what does not come. */
const TEST_TIMEOUT_MS = 60_000

/** `test` is the first one that failed; null if all passed. */
type Outcome = { fault: Fault; level: Level; test: string | null } | { fault: Fault; problem: string }

/**
 * Plants the named faults, or all of them, one at a time, and runs their tests until one fails.
 * @returns whether enough of them were caught
 */
export async function plantFaults(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0) throw new UserError(`Unknown fault ${unknown.join(', ')}. See faults.ts.`)
  const { output } = await runCommand('git', ['status', '--porcelain', '--untracked-files=no'])
  if (output !== '') throw new UserError(`Commit or stash your changes first:\n${output}`)
  await findBrowser(process.env)
  const postgres = await startPostgres(process.env)
  if ('reason' in postgres) throw new UserError(`PostgreSQL is not available: ${postgres.reason}`)
  const outcomes: Outcome[] = []
  try {
    for (const fault of FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const started = performance.now()
      outcomes.push(await plantFault(fault, postgres.url))
      const seconds = Math.round((performance.now() - started) / 1000)
      log(`${outcomes.length}. ${rowOf(outcomes.at(-1) as Outcome).join(' | ')} (${seconds} s)`)
    }
  } finally {
    await postgres.stop()
  }
  console.log(`\n${table(['fault', 'area', 'caught', 'caught by'], outcomes.map(rowOf))}`)
  const caught = outcomes.flatMap((outcome) =>
    'level' in outcome && outcome.test !== null ? [outcome.level] : [],
  )
  const byGate = caught.filter((level) => level === 'gate').length
  console.log(
    `\n${byGate} of ${outcomes.length} caught by the gate, ${caught.length - byGate} more by the net`,
  )
  return byGate >= outcomes.length * MIN_GATE_SHARE && caught.length === outcomes.length
}

function rowOf(outcome: Outcome): string[] {
  const { name, area } = outcome.fault
  if ('problem' in outcome) return [name, area, 'no result', outcome.problem]
  return [name, area, outcome.test === null ? 'no' : outcome.level, outcome.test ?? '—']
}

async function plantFault(fault: Fault, postgresUrl: string | undefined): Promise<Outcome> {
  const path = join(ROOT, fault.file)
  const original = readFileSync(path, 'utf8')
  if (original.split(fault.find).length !== 2) return { fault, problem: `${fault.file} has changed` }
  const restore = () => writeFileSync(path, original)
  // Also when a signal ends this process.
  process.once('exit', restore)
  try {
    writeFileSync(
      path,
      original.replace(fault.find, () => fault.replace),
    )
    return await findFailure(fault, postgresUrl)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { fault, problem: error.message.trim().split('\n').at(-1) ?? '' }
  } finally {
    restore()
    process.off('exit', restore)
  }
}

async function findFailure(fault: Fault, postgresUrl: string | undefined): Promise<Outcome> {
  const isJourney = (test: string) => test.startsWith('e2e/')
  const tests = fault.tests ?? [`${dirname(fault.file)}/`]
  const journeys = tests.filter(isJourney)
  const unitTests = tests.filter((test) => !isJourney(test))
  for (const level of LEVELS) {
    const TEST_SCOPE = level === 'net' ? 'all' : 'usual'
    const env = { ...process.env, TEST_DATABASE_URL: postgresUrl, TEST_SCOPE }
    const runs = [
      {
        filters: unitTests,
        run: (filters: readonly string[]) => runUnitTests(projectsOf(fault), filters, env),
      },
      { filters: journeys, run: (filters: readonly string[]) => runJourneys(filters, env) },
    ]
    for (const { filters, run } of runs.filter((each) => each.filters.length > 0)) {
      const test = await findRepeatedFailure(run, filters)
      if (test !== null) return { fault, level, test }
    }
  }
  return { fault, level: 'net', test: null }
}

/** Only faults in the SQL of PostgreSQL need its server. */
function projectsOf({ file, area }: Fault): string[] {
  const projects = PROJECTS_BY_FOLDER.find(([folder]) => file.startsWith(folder))?.[1] ?? []
  return projects.filter((name) => name !== (area === 'PostgreSQL' ? 'server' : 'server on PostgreSQL'))
}

/** `test` is empty if the file could not be loaded. */
type Failure = { file: string; test: string }

/** @returns the first test that fails twice; null if all pass. One that fails once has another cause, such as load. */
async function findRepeatedFailure(
  run: (filters: readonly string[]) => Promise<Failure | null>,
  filters: readonly string[],
): Promise<string | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const failure = await run(filters)
    if (failure === null) return null
    const repeated = await run([failure.file])
    if (repeated !== null) return `${repeated.file} > ${repeated.test}`
  }
  throw new UserError('the tests failed, but not twice in the same file')
}

/** What Vitest's JSON reporter writes. */
type UnitTestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

type Environment = Record<string, string | undefined>

/** @returns the first failure; null if all passed */
async function runUnitTests(projects: readonly string[], filters: readonly string[], env: Environment) {
  const projectArgs = projects.map((name) => `--project=${name}`)
  const args = (path: string) => [
    'run',
    '--bail=1',
    '--passWithNoTests',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    '--reporter=json',
    `--outputFile=${path}`,
  ]
  const result = await runWithReport((path) =>
    runTool('vitest/vitest.mjs', [...args(path), ...projectArgs, ...filters], { env }),
  )
  const report = result.report as UnitTestReport | undefined
  // Files that the failure has interrupted count as failed, too.
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const file = name.replace(`${ROOT}/`, '')
    const failed = assertionResults.find((test) => test.status === 'failed')
    if (failed !== undefined) return { file, test: failed.fullName }
    if (status === 'failed' && message !== '') return { file, test: '' }
  }
  return requireSuccess(result.problem)
}

/** @returns the first failure; null if all passed */
async function runJourneys(filters: readonly string[], env: Environment): Promise<Failure | null> {
  await bootstrap()
  const { report, problem } = await runWithReport((path) =>
    runTool(
      '@playwright/test/cli.js',
      ['test', '-x', '--pass-with-no-tests', '--reporter=json', ...filters],
      {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
      },
    ),
  )
  const [failed] =
    report === undefined || problem === null ? [] : journeyOutcome(report as JourneyReport, 1).failures
  const [file = '', ...titles] = failed?.split(' > ') ?? []
  // Without the name of a file, the problem is another one, such as that no test was found.
  if (!file.endsWith('.spec.ts')) return requireSuccess(problem)
  return { file: `e2e/${file}`, test: titles.join(' > ') }
}

/** `problem` is the output of a run that failed. */
async function runWithReport(run: (path: string) => Promise<{ code: number; output: string }>) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-faults-'))
  try {
    const path = join(folder, 'report.json')
    const { code, output } = await run(path)
    const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined
    return { report, problem: code === 0 ? null : `exit code ${code}: ${output.trim()}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that failed without a failed test says nothing about the fault. */
function requireSuccess(problem: string | null): null {
  if (problem === null) return null
  throw new UserError(`the tests did not run: ${problem}`)
}
