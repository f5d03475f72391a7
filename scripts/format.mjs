import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { install } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')
const { runTool } = await import('./run-command.mjs')

await exitOnUserError(install)
const { code } = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '.'], { show: true })
process.exitCode = code
