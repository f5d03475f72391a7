import type { Import } from './import-graph.ts'

const SERVER = 'apps/server/src/'
/** Folders whose sub-folders are rooms of their own. */
const DIVIDED = new Set(['database', 'features', 'http', 'repositories'])
const TEST_FILES = /\.test\.ts$|\/testing\//
/** Kysely's ways to begin a query, and its template for SQL. */
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>`]*>)?`/
const DATA_ACCESS = /^(?:database|repositories)\/|store\.ts$/

/** The room of a file of the server: its folder, or the file itself at the top; null for tests and other files. */
export function roomOf(file: string): string | null {
  if (!file.startsWith(SERVER) || TEST_FILES.test(file)) return null
  const [folder = '', subfolder, ...rest] = file.slice(SERVER.length).split('/')
  if (folder === 'app' || folder === 'app.ts') return 'app'
  return subfolder !== undefined && DIVIDED.has(folder) && rest.length > 0 ? `${folder}/${subfolder}` : folder
}

/** Rooms of the server that import each other, directly or through others: each cycle once, as `a → b → a`. */
export function roomCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
    if (fromRoom === null || toRoom === null || fromRoom === toRoom) continue
    targets.set(fromRoom, (targets.get(fromRoom) ?? new Set()).add(toRoom))
  }
  const cycles: string[] = []
  const visited = new Set<string>()
  function visit(room: string, path: readonly string[]): void {
    const start = path.indexOf(room)
    if (start >= 0) cycles.push([...path.slice(start), room].join(' → '))
    if (visited.has(room)) return
    visited.add(room)
    for (const target of targets.get(room) ?? []) visit(target, [...path, room])
  }
  for (const room of targets.keys()) visit(room, [])
  return cycles
}

/** Whether a file of the server contains SQL although it is neither a store nor shared data access. */
export function hasMisplacedSql(file: string, text: string): boolean {
  return roomOf(file) !== null && !DATA_ACCESS.test(file.slice(SERVER.length)) && SQL.test(text)
}
