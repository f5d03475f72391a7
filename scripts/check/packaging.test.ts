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
  it('copies only paths that exist and that .containerignore allows', () => {
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

  it('copies the manifest of every workspace before npm ci', () => {
    const installIndex = instructions.findIndex((line) => line.includes('npm ci'))
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
  const app = /^ {2}app:\n((?: {4}.*\n)+)/m.exec(read('compose.yaml'))?.[1] ?? ''
  expect(app).toMatch(/^ {4}read_only: true$/m)
  expect(app).toMatch(/^ {4}tmpfs: \["\/tmp:size=\w+"\]$/m)
  expect(app).toMatch(/^ {6}- data:\/data$/m)
})

describe('compose.yaml', () => {
  it('reads every secret from a variable listed in .env.example and sets only documented settings', () => {
    const compose = read('compose.yaml')
    const usedVariables = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    const listedVariables = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    expect([...new Set(usedVariables)].filter((name) => name !== 'TRUST_PROXY').sort()).toEqual(
      listedVariables.sort(),
    )
    for (const line of compose.split('\n').filter((each) => /(?:PASSWORD|SECRET\w*|KEY|CODE): /.test(each)))
      expect(line).toMatch(/: \$\{\w+:\?/)
    const environmentBlock = /environment:\n((?: {6}\w+: .*\n)+)/.exec(compose)?.[1] ?? ''
    const configurationPage = read('docs/configuration.md')
    const settings = [...environmentBlock.matchAll(/^ +(\w+):/gm)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(7)
    for (const name of settings.filter((each) => !each.startsWith('AWS_')))
      expect(configurationPage).toContain(`\`${name}\``)
  })

  it('uses the same users, database and bucket in every service', () => {
    const compose = read('compose.yaml')
    const captured = (pattern: RegExp) => pattern.exec(compose)?.slice(1)
    const database = captured(/POSTGRES_USER: (.+)\n +POSTGRES_DB: (.+)\n/)
    expect(captured(/DATABASE_URL: postgres:\/\/(\w+):.+@database:5432\/(\w+)\n/)).toEqual(database)
    const root = captured(/MINIO_ROOT_USER: (.+)\n/)
    expect(captured(/MC_HOST_storage: http:\/\/(\w+):.+@storage:9000\n/)).toEqual(root)
    const user = captured(/AWS_ACCESS_KEY_ID: (.+)\n/)
    expect(captured(/mc admin user add storage (\w+) /)).toEqual(user)
    expect(captured(/mc admin policy attach storage \w+ --user (\w+)\n/)).toEqual(user)
    const bucket = captured(/MEDIA_URL: s3:\/\/(\w+)\//)
    expect(captured(/mc mb --ignore-existing storage\/(\w+)\n/)).toEqual(bucket)
    for (const [name, value] of Object.entries({ database, root, user, bucket }))
      expect(value, name).toBeDefined()
  })

  it('gives the app a user of the object storage who can do nothing outside of its bucket', () => {
    const compose = read('compose.yaml')
    const bucket = /MEDIA_URL: s3:\/\/(\w+)\//.exec(compose)?.[1] ?? ''
    const policy = JSON.parse(/POLICY: >-\n((?: {8}.+\n)+)/.exec(compose)?.[1] ?? '')
    const resources = policy.Statement.map(({ Resource }: { Resource: string }) => Resource)
    expect(resources).toEqual([`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`])
    const actions: string[] = policy.Statement.flatMap(({ Action }: { Action: string[] }) => Action)
    expect(actions.filter((action) => action.includes('*') || !action.startsWith('s3:'))).toEqual([])
    expect(/AWS_ACCESS_KEY_ID: (.+)\n/.exec(compose)?.[1]).not.toBe(
      /MINIO_ROOT_USER: (.+)\n/.exec(compose)?.[1],
    )
  })

  it('names a version of every image', () => {
    const images = [...read('compose.yaml').matchAll(/image: (\S+)/g)].map(([, image = '']) => image)
    expect(images).toHaveLength(3)
    for (const image of images) expect(image).toMatch(/^[\w/.-]+:(?!latest)[\w.-]+$/)
  })
})
