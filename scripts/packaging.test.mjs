import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8')

/** The instructions of the Containerfile, each on one line. */
const instructions = read('Containerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

/** @param {string} name */
const instructionsNamed = (name) => instructions.filter((line) => line.startsWith(`${name} `))

/** What is copied from the tree into the image. */
const copiedPaths = instructionsNamed('COPY')
  .filter((line) => !line.includes('--from='))
  .flatMap((line) =>
    line
      .split(/\s+/)
      .slice(1, -1)
      .filter((word) => !word.startsWith('--')),
  )

describe('the Containerfile', () => {
  it('copies what is there, and what .containerignore lets through', () => {
    expect(copiedPaths.length).toBeGreaterThan(5)
    const allowed = read('.containerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    for (const source of copiedPaths) {
      expect([source, existsSync(join(ROOT, source))]).toEqual([source, true])
      expect([source, allowed.some((path) => source === path || source.startsWith(`${path}/`))]).toEqual([
        source,
        true,
      ])
    }
  })

  it('has the manifest of every workspace before it installs', () => {
    const install = instructions.findIndex((line) => line.includes('npm ci'))
    const before = instructions.slice(0, install).join(' ')
    const workspaces = Object.keys(JSON.parse(read('package-lock.json')).packages).filter(
      (path) => path !== '' && !path.includes('node_modules'),
    )
    expect(workspaces).toHaveLength(4)
    for (const workspace of workspaces) expect(before).toContain(`${workspace}/package.json`)
  })

  it('runs what npm start runs, as somebody else than root', () => {
    const { scripts } = JSON.parse(read('package.json'))
    expect(instructionsNamed('CMD').at(-1)).toBe(
      `CMD ${JSON.stringify(scripts.start.split(' ')).replaceAll(',', ', ')}`,
    )
    expect(instructionsNamed('USER').at(-1)).toBe('USER node')
    const last = instructions.findLastIndex((line) => line.startsWith('FROM '))
    expect(instructions.findIndex((line, index) => index > last && line.startsWith('USER '))).toBeGreaterThan(
      last,
    )
    for (const image of instructionsNamed('FROM')) expect(image).toMatch(/^FROM node:(?:2[2-9])-\S+-slim\b/)
    expect(instructionsNamed('HEALTHCHECK')[0]).toContain('/healthz')
  })
})

describe('the compose file', () => {
  it('takes every secret from the environment, by names that .env.example lists, and gives settings that there are', () => {
    const compose = read('compose.yaml')
    const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    const listed = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    expect([...new Set(asked)].filter((name) => name !== 'TRUST_PROXY').sort()).toEqual(listed.sort())
    for (const line of compose.split('\n').filter((each) => /(?:PASSWORD|SECRET\w*|KEY|CODE): /.test(each)))
      expect(line).toMatch(/: \$\{\w+:\?/)
    const given = /environment:\n((?: {6}\w+: .*\n)+)/.exec(compose)?.[1] ?? ''
    const configurationPage = read('docs/configuration.md')
    const settings = [...given.matchAll(/^ +(\w+):/gm)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(7)
    for (const name of settings.filter((each) => !each.startsWith('AWS_')))
      expect(configurationPage).toContain(`\`${name}\``)
  })

  it('names the same users, database and bucket on both sides', () => {
    const compose = read('compose.yaml')
    /** @param {RegExp} pattern */
    const told = (pattern) => pattern.exec(compose)?.slice(1)
    const database = told(/POSTGRES_USER: (.+)\n +POSTGRES_DB: (.+)\n/)
    expect(told(/DATABASE_URL: postgres:\/\/(\w+):.+@database:5432\/(\w+)\n/)).toEqual(database)
    const user = told(/MINIO_ROOT_USER: (.+)\n/)
    expect(told(/AWS_ACCESS_KEY_ID: (.+)\n/)).toEqual(user)
    expect(told(/MC_HOST_storage: http:\/\/(\w+):.+@storage:9000\n/)).toEqual(user)
    expect(told(/MEDIA_URL: s3:\/\/(\w+)\//)).toEqual(told(/"storage\/(\w+)"\]/))
    for (const [side, value] of Object.entries({ database, user })) expect(value, side).toBeDefined()
  })
})
