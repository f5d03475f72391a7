import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/**
 * The modules that screens begin with, by the name of their file. All that only they need is in that file, or in a
 * second one (`-more`) if they load it later. `first` and `shell` come before every screen of a league, so no other
 * file repeats them.
 */
const SCREENS: Record<string, readonly string[]> = {
  first: ['main.tsx'],
  shell: ['app/screens/signed-in.tsx', 'app/league/league-screen.tsx'],
  start: [
    'app/screens/signed-out.tsx',
    'app/screens/invite-screen.tsx',
    'features/accounts/provider-sign-in.tsx',
  ],
  public: ['features/public-link/public-screen.tsx'],
  dashboard: ['features/leagues/dashboard/dashboard.tsx', 'features/leagues/dashboard/league-list.tsx'],
  overview: ['app/league/overview-tab.tsx'],
  social: ['app/league/social-with-transactions.tsx'],
  standings: ['app/league/standings-with-insights.tsx'],
  roster: ['app/league/roster-with-news.tsx'],
  games: ['app/league/games-tabs.tsx'],
  history: ['app/league/history-with-matchup.tsx'],
  betslip: ['features/betslip/betslip-tab.tsx'],
  admin: ['app/screens/admin-screen.tsx', 'app/screens/new-league.tsx'],
  account: ['app/screens/account-page.tsx'],
  // Not screens, but large and of several screens.
  feed: [
    'features/feed/feed-actions.ts',
    'features/feed/feed-events.ts',
    'features/feed/moderation/more-menu.tsx',
    'features/feed/unsent/send-posts.ts',
  ],
  'history-admin': [
    'features/history/admin/history-admin.tsx',
    'features/history/admin/season-list.tsx',
    'features/history/admin/season-upload.tsx',
    'features/history/admin/owner-merges.tsx',
  ],
}

const BEFORE_ALL = ['first', 'shell']

/** Screens that load so little later that it is in their file. */
const WHOLE = ['start', 'dashboard', 'overview', 'history-admin']

/** What draws charts is large, and never part of what a screen shows first. */
const CHARTS = /\/ui\/charts\/|\/node_modules\/d3-/

/** Modules that only export others of their package, which have no effect but what they export. */
const INDEX =
  /\/node_modules\/(lucide-react|@tanstack\/react-query|@tanstack\/query-core)\/.*\/(?:index|lucide-react)\.m?js$/

/** What several screens need is in these files: at once, or later. */
const SHARED = { atOnce: 'shared', later: 'shared-more' }

const RUNTIME = '\0rolldown/runtime.js'

const files = new WeakMap<Context, ReadonlyMap<string, string>>()

/** The name of the file that a module is built into; null for one that no screen needs, such as the service worker. */
export function fileOf(module: string, context: Context): string | null {
  const names = files.get(context) ?? assignFiles(context)
  files.set(context, names)
  return names.get(module) ?? (module === RUNTIME ? 'first' : null)
}

function assignFiles(context: Context): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const screens = Object.entries(SCREENS).map(([name, paths]) => ({
    name,
    begins: paths.map((path) => join(import.meta.dirname, 'src', path)),
  }))
  const begins = new Set(screens.flatMap((screen) => screen.begins))
  for (const id of begins)
    if (context.getModuleInfo(id) === null) throw new Error(`No screen begins with ${id}.`)
  const uses = new Map<string, { atOnce: string[]; later: string[] }>()
  for (const screen of screens) {
    const isOther = (id: string) => names.has(id) || (begins.has(id) && !screen.begins.includes(id))
    const atOnce = reachableFrom(screen.begins, (id) => importsOf(id, context).atOnce, isOther)
    if (BEFORE_ALL.includes(screen.name)) for (const id of atOnce) names.set(id, screen.name)
    const later = reachableFrom([...atOnce], (id) => Object.values(importsOf(id, context)).flat(), isOther)
    for (const id of later) {
      const users = uses.get(id) ?? { atOnce: [], later: [] }
      users[atOnce.has(id) || WHOLE.includes(screen.name) ? 'atOnce' : 'later'].push(screen.name)
      uses.set(id, users)
    }
  }
  for (const [id, users] of uses) if (!names.has(id)) names.set(id, nameOf(id, users))
  return names
}

/**
 * What signing in shares with other screens, and what every page loads later, comes with the shell, so that signing in
 * loads no more than that.
 */
function nameOf(id: string, { atOnce, later }: { atOnce: string[]; later: string[] }): string {
  const [first = ''] = [...atOnce, ...later]
  if (CHARTS.test(id)) return 'charts'
  if (later.includes('first')) return 'shell'
  if (atOnce.length + later.length > 1) {
    if (atOnce.includes('start')) return 'shell'
    return atOnce.length > 0 ? SHARED.atOnce : SHARED.later
  }
  return atOnce.length === 1 ? first : `${first}-more`
}

function importsOf(id: string, context: Context): { atOnce: readonly string[]; later: readonly string[] } {
  const info = context.getModuleInfo(id)
  const atOnce = (info?.importedIds ?? []).flatMap((to) => {
    const name = INDEX.exec(to)?.[1]
    if (name === undefined) return to
    return [...exportPaths(info?.code ?? '', name).keys()].flatMap((each) => moduleOf(each, to, context))
  })
  return { atOnce, later: info?.dynamicallyImportedIds ?? [] }
}

const indexes = new Map<string, ReadonlyMap<string, string>>()

function moduleOf(name: string, index: string, context: Context): string[] {
  const info = context.getModuleInfo(index)
  const paths = indexes.get(index) ?? exportPaths(info?.code ?? '')
  indexes.set(index, paths)
  const path = paths.get(name)
  if (path !== undefined) return [join(index, '..', path)]
  return (info?.importedIds ?? []).filter((to) => INDEX.test(to)).flatMap((to) => moduleOf(name, to, context))
}

function exportPaths(code: string, from?: string): ReadonlyMap<string, string> {
  const statements = [...code.matchAll(/(import|export) \{([^}]*)\} from ["']([^"']+)["']/g)]
  return new Map(
    statements
      .filter(([, , , path]) => (from === undefined ? path?.startsWith('.') : path === from))
      .flatMap(([, kind, names = '', path = '']) =>
        names.split(',').map((each) => {
          const [name = '', alias = name] = each.trim().split(' as ')
          return [kind === 'export' ? alias : name, path] as const
        }),
      ),
  )
}

function reachableFrom(
  from: readonly string[],
  next: (id: string) => readonly string[],
  isOther: (id: string) => boolean,
): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const to of next(id)) if (!isOther(to)) found.add(to)
  return found
}
