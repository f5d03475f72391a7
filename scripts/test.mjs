import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { runTests } = await import('./run-tests.mjs')

process.exitCode = await runTests(process.argv.slice(2), process.env)
