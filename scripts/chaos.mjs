import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')
const { exitOnSignals } = await import('./process-signals.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  exitOnSignals()
  const { runChaos } = await import('./chaos/run-chaos.mjs')
  // What a drill that did not end has started, ends with us.
  process.exit((await runChaos(process.argv.slice(2))) ? 0 : 1)
})
