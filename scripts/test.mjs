import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { runTests } = await import('./run-tests.mjs')

process.exitCode = await runTests(process.argv.slice(2), process.env)
