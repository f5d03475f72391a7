import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node. None of them is TypeScript: what Node
// converts it with, and what the check of the build leaves behind, would take 15 MB for as long as the program runs.
const { exitWithParent, exitOnSignals, runCommand } = await import('./bootstrap/processes.mjs')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { appsOf, runBuiltProgram } = await import('./bootstrap/run-built-program.mjs')

// Without the name of a program, all arguments are options of the server.
const [first = 'main', ...rest] = process.argv.slice(2)
const [name, args] = first.startsWith('-') ? ['main', [first, ...rest]] : [first, rest]

exitWithParent()
const removeSignalHandlers = exitOnSignals()

await exitOnUserError(async () => {
  const { code } = await runCommand(process.execPath, ['scripts/build.mjs', ...appsOf(name)], { show: true })
  if (code !== 0) process.exit(code)
  removeSignalHandlers()
  await runBuiltProgram(name, args)
})
