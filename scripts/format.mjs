import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { install } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')
const { runTool } = await import('./processes.mjs')

await exitOnUserError(install)
const { code } = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '.'], { show: true })
process.exitCode = code
