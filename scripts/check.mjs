import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(bootstrap)

const { summarizeChecks, printChecks, runChecks } = await import('./checks.mjs')
const { summaryLine } = await import('./test-summary.mjs')

const checks = await runChecks()
const summary = summarizeChecks(checks)
printChecks(checks)
console.log(`\n${summaryLine(summary)}`)
process.exitCode = summary.failed > 0 ? 1 : 0
