import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { exitOnSignals } = await import('./bootstrap/processes.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  exitOnSignals()
  const { runChaos } = await import('../tools/chaos/run-chaos.ts')
  // An experiment that hangs may have left timers and child processes. They end when this process exits.
  process.exit((await runChaos(process.argv.slice(2))) ? 0 : 1)
})
