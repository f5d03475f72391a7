import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { runTests } = await import('./test/run-tests.ts')

process.exitCode = await runTests(process.argv.slice(2), process.env)
