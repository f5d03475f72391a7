import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { orRefuse } = await import('./project.mjs')

await orRefuse(bootstrap)

const { checkTally, printChecks, runChecks } = await import('./checks.mjs')
const { summaryLine } = await import('./tally.mjs')

const checks = await runChecks()
const tally = checkTally(checks)
printChecks(checks)
console.log(`\n${summaryLine(tally)}`)
process.exitCode = tally.failed > 0 ? 1 : 0
