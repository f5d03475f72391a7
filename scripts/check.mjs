import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

await exitOnUserError(bootstrap)

const { runChecks } = await import('./check/run-checks.ts')
const { summaryLine } = await import('./test/test-summary.ts')

const { summary } = await runChecks('check')
console.log(`\n${summaryLine(summary)}`)
process.exitCode = summary.failed > 0 ? 1 : 0
