import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { orRefuse } = await import('./project.mjs')
const { exitOnSignals } = await import('./parent.mjs')

await orRefuse(async () => {
  await bootstrap()
  exitOnSignals()
  const { runDrills } = await import('./drill/run-drills.mjs')
  // What a drill that did not end has started, ends with us.
  process.exit((await runDrills(process.argv.slice(2))) ? 0 : 1)
})
