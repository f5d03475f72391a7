import { describe, expect, it } from 'vitest'
import { hasMisplacedSql, roomCycles, roomOf } from './server-rooms.ts'

const server = (path: string) => `apps/server/src/${path}`
const importOf = (from: string, to: string) => ({
  from: server(from),
  to: server(to),
  isType: false,
  isFound: true,
})

it.each([
  ['app.ts', 'app'],
  ['settings.ts', 'settings.ts'],
  ['app/backup/write-backup.ts', 'app'],
  ['jobs/job-store.ts', 'jobs'],
  ['http/requests/uploads.ts', 'http/requests'],
  ['providers/espn/client/espn-client.ts', 'providers'],
  ['features/feed/posts/routes.ts', 'features/feed'],
  ['features/feed/posts/routes.test.ts', null],
  ['testing/start-app.ts', null],
])('assigns %s to the room %s', (path, room) => expect(roomOf(server(path))).toBe(room))

describe('cycles of rooms', () => {
  it('reports rooms that import each other through a third one', () => {
    const imports = [
      importOf('auth/access.ts', 'http/cache/x.ts'),
      importOf('http/cache/y.ts', 'media/z.ts'),
      importOf('media/file-store.ts', 'auth/csrf.ts'),
      importOf('jobs/job.ts', 'auth/csrf.ts'),
    ]
    expect(roomCycles(imports)).toEqual(['auth → http/cache → media → auth'])
  })

  it('accepts imports within a room and imports that run one way', () => {
    const imports = [
      importOf('auth/a.ts', 'auth/b.ts'),
      importOf('auth/b.ts', 'auth/a.ts'),
      importOf('jobs/job.ts', 'auth/a.ts'),
      importOf('auth/a.test.ts', 'jobs/job.ts'),
    ]
    expect(roomCycles(imports)).toEqual([])
  })
})

describe('SQL outside of data access', () => {
  it.each([
    "db.selectFrom('users')",
    "transaction\n  .deleteFrom('users')",
    'sql`select 1`',
    'sql<number>`count(*)`',
  ])('is found in a route: %s', (text) => {
    expect(hasMisplacedSql(server('features/feed/routes.ts'), text)).toBe(true)
  })

  it.each([
    'features/feed/store.ts',
    'features/feed/post-store.ts',
    'repositories/audit/audit.ts',
    'app/x.test.ts',
  ])('is accepted in %s', (path) =>
    expect(hasMisplacedSql(server(path), "db.selectFrom('users')")).toBe(false),
  )

  it('is not confused with other text', () => {
    expect(hasMisplacedSql(server('features/feed/routes.ts'), 'const sqlite = `x`')).toBe(false)
  })
})
