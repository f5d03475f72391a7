import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The instructions of the Containerfile, each on one line. */
const instructions = read('Containerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

const instructionsNamed = (name: string) => instructions.filter((line) => line.startsWith(`${name} `))

/** The paths that are copied from the repository into the image. */
const copiedPaths = instructionsNamed('COPY')
  .filter((line) => !line.includes('--from='))
  .flatMap((line) =>
    line
      .split(/\s+/)
      .slice(1, -1)
      .filter((word) => !word.startsWith('--')),
  )

describe('Containerfile', () => {
  it('copies only paths that exist and that .dockerignore allows', () => {
    expect(copiedPaths.length).toBeGreaterThan(5)
    const allowed = read('.dockerignore')
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

  it('copies the manifest of every workspace before it installs', () => {
    const installIndex = instructions.findIndex((line) => line.includes('installPackages'))
    const instructionsBefore = instructions.slice(0, installIndex).join(' ')
    const workspaces = Object.keys(JSON.parse(read('package-lock.json')).packages).filter(
      (path) => path !== '' && !path.includes('node_modules'),
    )
    expect(workspaces).toHaveLength(5)
    for (const workspace of workspaces) expect(instructionsBefore).toContain(`${workspace}/package.json`)
  })

  it('runs the command of npm start as a user other than root', () => {
    const { scripts } = JSON.parse(read('package.json'))
    expect(instructionsNamed('CMD').at(-1)).toBe(
      `CMD ${JSON.stringify(scripts.start.split(' ')).replaceAll(',', ', ')}`,
    )
    expect(instructionsNamed('USER').at(-1)).toBe('USER node')
    const lastStage = instructions.findLastIndex((line) => line.startsWith('FROM '))
    expect(
      instructions.findIndex((line, index) => index > lastStage && line.startsWith('USER ')),
    ).toBeGreaterThan(lastStage)
    for (const image of instructionsNamed('FROM')) expect(image).toMatch(/^FROM node:(?:2[2-9])-\S+-slim\b/)
    expect(instructionsNamed('HEALTHCHECK')[0]).toContain('/healthz')
  })
})

it('lets the user who runs the server write to its data and temporary files only', () => {
  const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
  expect(lastStage.filter((line) => /chown/.test(line))).toEqual([
    'RUN mkdir --mode=700 /data && chown node:node /data',
    'COPY --from=build --chown=root:root /app /app',
  ])
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const app = /^ {2}fieldhouse:\n((?: {4}.*\n)+)/m.exec(read(file))?.[1] ?? ''
    expect(app).toMatch(/^ {4}read_only: true$/m)
    expect(app).toMatch(/^ {4}tmpfs: \["\/tmp:size=\w+"\]$/m)
    expect(app).toMatch(/^ {4}(?: {2}- |volumes: \[")data:\/data/m)
  }
})

it('says what the image is, with the version of the release', () => {
  const [label = ''] = instructionsNamed('LABEL')
  for (const name of ['title', 'description', 'licenses', 'version'])
    expect(label).toContain(`org.opencontainers.image.${name}="`)
  expect(read('.github/workflows/release.yml')).toContain('build-args: VERSION=')
})

describe('compose.yaml', () => {
  it('is one service with one volume in at most 20 lines', () => {
    const lines = read('compose.yaml').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines.filter((line) => /^ {2}\w+:/.test(line))).toEqual(['  fieldhouse:', '  data:'])
  })

  it('passes every setting of .env to the server', () => {
    const compose = read('compose.yaml')
    expect(compose).toMatch(/^ {4}env_file: \.env$/m)
    expect(read('compose.postgres.yaml')).toMatch(/^ {4}env_file: \.env$/m)
    expect(compose).not.toContain('environment:')
    // These are of the image. Each can still be set in .env.
    expect(instructionsNamed('ENV').flatMap((line) => line.match(/\b[A-Z_]+(?==)/g) ?? [])).toEqual([
      'NODE_ENV',
      'HOST',
      'PORT',
      'DATA_DIR',
      'NODE_OPTIONS',
    ])
  })
})

describe('compose.postgres.yaml', () => {
  const compose = read('compose.postgres.yaml')
  const captured = (pattern: RegExp) => pattern.exec(compose)?.slice(1)

  it('reads every secret from a variable listed in .env.example and sets only documented settings', () => {
    const usedVariables = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    const listedVariables = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    expect(usedVariables.length).toBeGreaterThan(5)
    for (const name of usedVariables) expect(listedVariables).toContain(name)
    for (const line of compose.split('\n').filter((each) => /(?:PASSWORD|SECRET\w*|KEY|CODE): /.test(each)))
      expect(line).toMatch(/: \$\{\w+:\?/)
    const environmentBlock = /environment:\n((?: {6}\w+: .*\n)+)/.exec(compose)?.[1] ?? ''
    const configurationPage = read('docs/configuration.md')
    const settings = [...environmentBlock.matchAll(/^ +(\w+):/gm)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(7)
    for (const name of settings) expect(configurationPage).toContain(`\`${name}\``)
  })

  it('uses the same users, database and bucket in every service', () => {
    const database = captured(/POSTGRES_USER: (.+)\n +POSTGRES_DB: (.+)\n/)
    expect(captured(/DATABASE_URL: postgres:\/\/(\w+):.+@database:5432\/(\w+)\n/)).toEqual(database)
    const bucket = captured(/MEDIA_URL: s3:\/\/(\w+)\//)
    expect(captured(/s3\.bucket\.create -name (\w+)/)).toEqual(bucket)
    for (const [name, value] of Object.entries({ database, bucket })) expect(value, name).toBeDefined()
  })

  it('gives the app a user of the object storage who can do nothing outside of its bucket', () => {
    const [bucket = ''] = captured(/MEDIA_URL: s3:\/\/(\w+)\//) ?? []
    const config = JSON.parse(/content: \|\n((?: {6}.+\n)+)/.exec(compose)?.[1] ?? '')
    expect(config.identities).toHaveLength(1)
    const [{ name, credentials, actions }] = config.identities
    expect([name, credentials[0].accessKey]).toEqual([
      captured(/AWS_ACCESS_KEY_ID: (.+)\n/)?.[0],
      captured(/AWS_ACCESS_KEY_ID: (.+)\n/)?.[0],
    ])
    expect(actions).toEqual(['Read', 'Write', 'List', 'Tagging'].map((action) => `${action}:${bucket}`))
  })
})

it.each([
  'compose.yaml',
  'compose.postgres.yaml',
  'packaging/unraid/fieldhouse.xml',
  'packaging/casaos/docker-compose.yml',
])('names a version of every image in %s', (file) => {
  const images = [...read(file).matchAll(/(?:image: |<Repository>)([^\s<]+)/g)].map(([, image = '']) => image)
  expect(images.length).toBeGreaterThan(0)
  for (const image of images) expect(image).toMatch(/^[\w/.-]+:(?!latest)[\w.-]+$/)
})

it('publishes the image for amd64 and arm64, with a bill of materials and its signed provenance', () => {
  const workflow = read('.github/workflows/release.yml')
  for (const line of [
    'platforms: linux/amd64,linux/arm64',
    'sbom: true',
    'provenance: mode=max',
    'uses: actions/attest-build-provenance@',
  ])
    expect(workflow).toContain(line)
})

it('offers only documented settings in the templates of Unraid and CasaOS', () => {
  const [, environment = ''] =
    /environment:\n((?: {6}\w+: .*\n)+)/.exec(read('packaging/casaos/docker-compose.yml')) ?? []
  const names = [
    ...read('packaging/unraid/fieldhouse.xml').matchAll(/Target="(\w+)"[^>]+Type="Variable"/g),
    ...environment.matchAll(/^ +(\w+):/gm),
  ].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(6)
  const page = read('docs/configuration.md')
  for (const name of names) expect(page).toContain(`\`${name}\``)
})
