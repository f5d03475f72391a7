import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitWithParent, exitOnSignals } = await import('./processes.mjs')
const { exitOnUserError } = await import('./project.mjs')
const { appsOf, runBuiltProgram } = await import('./run-built-program.mjs')

const [name = 'main', ...args] = process.argv.slice(2)

exitWithParent()
const removeSignalHandlers = exitOnSignals()

await exitOnUserError(async () => {
  await bootstrap({ apps: appsOf(name) })
  removeSignalHandlers()
  await runBuiltProgram(name, args)
})
