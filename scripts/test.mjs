import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { parseTestArguments, runTests } = await import('./test/run-tests.ts')

process.exitCode = await runTests(parseTestArguments(process.argv.slice(2)), process.env)
