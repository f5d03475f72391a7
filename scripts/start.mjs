import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { endWithParent, exitOnSignals } = await import('./parent.mjs')
const { orRefuse } = await import('./project.mjs')
const { runBuilt } = await import('./run-built.mjs')

const [name = 'main', ...args] = process.argv.slice(2)

endWithParent()
const leaveSignals = exitOnSignals()

await orRefuse(async () => {
  await bootstrap()
  leaveSignals()
  await runBuilt(name, args)
})
