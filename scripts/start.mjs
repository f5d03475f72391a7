import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitWithParent, exitOnSignals } = await import('./bootstrap/processes.mjs')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { appsOf, runBuiltProgram } = await import('./bootstrap/run-built-program.ts')

const [name = 'main', ...args] = process.argv.slice(2)

exitWithParent()
const removeSignalHandlers = exitOnSignals()

await exitOnUserError(async () => {
  await bootstrap({ apps: appsOf(name) })
  removeSignalHandlers()
  await runBuiltProgram(name, args)
})
