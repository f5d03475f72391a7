import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { installPackages } = await import('./install.mjs')
const { orRefuse } = await import('./project.mjs')

await orRefuse(async () => {
  await installPackages()
  const { develop } = await import('./develop.mjs')
  await develop(process.env)
})
