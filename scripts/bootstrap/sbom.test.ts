import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.mjs'
import { writeSbom } from './release.ts'

type LockedPackage = { version: string; dev?: boolean; link?: boolean; resolved?: string }
type Component = { purl: string }

/** Such as `pino@10.4.0`. */
function namesOf(components: readonly Component[]): string[] {
  return components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|\?.*$/g, ''))
}

it('lists the packages that are installed in production, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-sbom-test-'))
  try {
    await writeSbom([join(folder, 'sbom.json')])
    const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'))
    expect(bomFormat).toBe('CycloneDX')
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const installed = Object.entries<LockedPackage>(lock.packages)
      .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
    expect(installed.length).toBeGreaterThan(200)
    const listed = namesOf(components).filter((name) => !name.startsWith('@fieldhouse/'))
    expect(listed.toSorted()).toEqual([...new Set(installed)].toSorted())
    expect(listed.filter((name) => /^(?:fastify|pino|react)@/.test(name))).toHaveLength(3)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
