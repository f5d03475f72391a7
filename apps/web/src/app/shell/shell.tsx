import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ExternalLink, LogOut, Menu, Search } from 'lucide-react'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { hasErrorCode } from '../../api/api-client.ts'
import { getConnectivity, resetCachedAt, useConnectivity } from '../../api/connectivity.ts'
import { jitterMs } from '../../api/event-stream.ts'
import { type LeagueMeta, leagueMetaQuery } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { currentUserQuery, nameOfUser, type User } from '../../features/accounts/session.ts'
import { Bell, unreadQuery } from '../../features/inbox/bell.tsx'
import { type Route, useLocation } from '../../router/router.ts'
import { ThemeToggle } from '../../theme/theme-toggle.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Notice } from '../../ui/feedback/feedback.tsx'
import { formatDateTime, formatPastDayAndTime } from '../../ui/format/date-time.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import forms from '../../ui/forms/forms.module.css'
import { Fill, Row, Text } from '../../ui/layout/layout.tsx'
import { lazyPart, preload } from '../../ui/lazy-named.ts'
import { Brand } from '../../ui/navigation/brand.tsx'
import { CountBadge } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import { useAppUpdate } from '../app-update.ts'
import styles from './shell.module.css'

const loadPanels = () => import('./header-panels.tsx')

const MainMenu = lazyPart(loadPanels, 'MainMenu')
const SearchDialog = lazyPart(loadPanels, 'SearchDialog')

/** How long after the first screen its panels are loaded, if nobody has pointed at their buttons. */
const PRELOAD_DELAY_MS = 4000

/** Loads the panels that the header opens. One that fails is loaded again when it is opened. */
function preloadPanels(): void {
  preload(loadPanels).catch(() => undefined)
}

type Props = {
  user: User
  canAdmin: boolean
  route: Route
  onNavigate: (route: Route) => void
  onSignOut: () => void
  banners?: ReactNode
  children: ReactNode
}

export function Shell({ user, canAdmin, route, onNavigate, onSignOut, banners, children }: Props) {
  const { requests = 0, reports = 0 } = useQuery(unreadQuery).data ?? {}
  const pendingTexts = [
    ...(requests === 0 ? [] : [pluralize(requests, 'pending request')]),
    ...(reports === 0 ? [] : [pluralize(reports, 'report')]),
  ]
  const pending = { count: requests + reports, text: pendingTexts.join(', ') }
  const league = useOpenLeague(route)
  const [panel, setPanel] = useState<{ name: 'menu' | 'search'; route: Route } | null>(null)
  const [hadMenu, setHadMenu] = useState(false)
  // A panel is open only on the route where it was opened, so a route change closes it.
  const open = panel?.route === route ? panel.name : null
  if (panel !== null && open === null) setPanel(null)
  if (open === 'menu' && !hadMenu) setHadMenu(true)
  const name = nameOfUser(user)
  const close = () => setPanel(null)
  const openSearch = () => setPanel({ name: 'search', route })
  useKeys(league === null ? null : openSearch, close)
  useEffect(() => {
    const timer = setTimeout(preloadPanels, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  function navigate(to: Route) {
    close()
    onNavigate(to)
  }

  return (
    <OpenSearchContext value={openSearch}>
      {/* biome-ignore lint/a11y/useValidAnchor: it links to a part of the page */}
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <header className={`${ui.screenOnly} ${styles.header}`} data-league={league !== null || undefined}>
        <Row gap={1} className={styles.bar}>
          <button
            type="button"
            className={`${forms.icon} ${styles.menu}`}
            aria-haspopup="dialog"
            aria-expanded={open === 'menu'}
            onClick={() => setPanel({ name: 'menu', route })}
            onPointerEnter={preloadPanels}
          >
            <span className={ui.hidden}>{['Open menu', ...pendingTexts].join(', ')}</span>
            <Menu className={league === null ? '' : ui.laptopOnly} size={22} aria-hidden="true" />
            {league === null ? null : (
              <Row as="span" className={ui.phoneOnly}>
                <Avatar name={league} src={null} />
                <span className={`${ui.twoLines} ${styles.league}`}>{league}</span>
                <ChevronDown className={ui.muted} size={18} aria-hidden="true" />
              </Row>
            )}
            <CountBadge count={pending.count} isCorner />
          </button>
          <button
            type="button"
            className={league === null ? styles.brand : `${ui.laptopOnly} ${styles.brand}`}
            onClick={() => navigate('dashboard')}
          >
            <Brand />
          </button>
          {league === null ? <Fill as="span" /> : <LeagueTitle league={league} />}
          {league === null ? null : (
            <IconButton
              icon={Search}
              label="Search"
              className={ui.laptopOnly}
              aria-keyshortcuts="/ Control+K"
              aria-haspopup="dialog"
              onClick={openSearch}
              onPointerEnter={preloadPanels}
            />
          )}
          <Bell />
          <ThemeToggle />
          <button
            type="button"
            className={`${ui.quietButton} ${styles.person}`}
            aria-label={`${name}, your account`}
            aria-current={route === 'account' ? 'page' : undefined}
            title={name}
            onClick={() => navigate('account')}
          >
            <Text lines={1} className={styles.name}>
              {name}
            </Text>
            <Avatar name={name} src={null} />
          </button>
          <Button className={styles.logout} aria-label="Logout" title="Logout" onClick={onSignOut}>
            <LogOut className={ui.phoneOnly} size={20} aria-hidden="true" />
            <span className={ui.laptopOnly}>Logout</span>
          </Button>
        </Row>
      </header>
      {hadMenu ? (
        <MainMenu
          isOpen={open === 'menu'}
          username={user.username}
          route={route}
          league={league}
          canAdmin={canAdmin}
          pending={pending}
          onNavigate={navigate}
          onSearch={openSearch}
          onClose={close}
        />
      ) : null}
      {open === 'search' && league !== null ? <SearchDialog league={league} onClose={close} /> : null}
      {banners}
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
    </OpenSearchContext>
  )
}

/** The league whose screen is open; null on other screens, and if the user cannot open it. */
function useOpenLeague(route: Route): string | null {
  const { league } = useLocation()
  const { error } = useQuery({ ...leagueMetaQuery(league ?? ''), enabled: false })
  const isUnavailable = hasErrorCode(error, 'league_not_found') || hasErrorCode(error, 'not_member')
  return route === 'league' && !isUnavailable ? league : null
}

/** Open dialogs handle their own keys. Escape closes a panel that is not there yet, because its code is still loading. */
function useKeys(openSearch: (() => void) | null, close: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') close()
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
    if (openSearch === null || (!isShortcut && !isSlash)) return
    event.preventDefault()
    openSearch()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

/** Moves the focus without adding #content to the URL, which contains only the location. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * On a phone, the name is on the menu button, and the rest in the panel of all rooms. The screen of the league fetches
 * the metadata.
 */
export function LeagueTitle({ league }: { league: string }) {
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const name = meta?.name ?? league
  const facts = leagueFacts(meta?.league_info ?? null)
  const page = meta?.provider_page ?? null
  return (
    <>
      <Fill className={`${styles.title} ${ui.hiddenOnPhone}`}>
        <Text as="h1" size="l" lines={1} title={name}>
          {name}
        </Text>
        {facts === null ? null : (
          <Text as="p" size="s" tone="muted" lines={1} className={ui.laptopOnly} title={facts}>
            {facts}
          </Text>
        )}
      </Fill>
      {page === null ? null : (
        <a
          className={`${ui.quietButton} ${styles.provider} ${ui.laptopOnly}`}
          href={page.url}
          target="_blank"
          rel="noopener"
        >
          <span>Open in {LEAGUE_PROVIDERS[page.provider].label}</span>
          <ExternalLink size={18} aria-hidden="true" />
        </a>
      )}
    </>
  )
}

/** The age and the commissioner of a league in one line; null before the first refresh. */
export function leagueFacts(info: LeagueMeta['league_info']): string | null {
  if (info === null) return null
  const commissioner = info.commissioner === null ? [] : [`Commissioner: ${info.commissioner}`]
  return [`Season ${info.season_number}`, `Since ${info.first_year}`, ...commissioner].join(' • ')
}

export const OpenSearchContext = createContext<() => void>(() => undefined)

export function Banners() {
  const reload = useAppUpdate()
  const { isOffline } = useConnectivity()
  const { route, league, tab } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is a separate view
  useEffect(resetCachedAt, [route, league, tab])
  return (
    <div className={`${ui.screenOnly} ${styles.banners}`}>
      {isOffline ? <OfflineNotice /> : null}
      {reload === null ? null : (
        <Notice tone="info">
          <Row gap={3} isSpread>
            <span>New version available</span>
            <Button onClick={reload}>Reload</Button>
          </Row>
        </Notice>
      )}
    </div>
  )
}

function subscribeToNetwork(onChange: () => void): () => void {
  for (const type of ['online', 'offline']) window.addEventListener(type, onChange)
  return () => {
    for (const type of ['online', 'offline']) window.removeEventListener(type, onChange)
  }
}

const RETRY_INTERVAL_MS = 30_000

function OfflineNotice() {
  const { cachedAt } = useConnectivity()
  const client = useQueryClient()
  const hasNetwork = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const now = useNow()
  const retry = useEffectEvent(() => void client.refetchQueries({ queryKey: currentUserQuery.queryKey }))

  useEffect(() => {
    const timer = setInterval(retry, RETRY_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // Refetch the data that came from the cache, unless the notice goes away because the user signs out.
      // All open pages notice at the same time that the server is back.
      if (!getConnectivity().isOffline) setTimeout(() => void client.invalidateQueries(), jitterMs())
    }
  }, [client])

  const cachedDate = cachedAt === null ? null : new Date(cachedAt)
  return (
    <Notice tone="warn">
      <Row isSpread gap={3}>
        <span>
          {hasNetwork ? "We can't reach the server." : "You're offline."}
          {cachedDate === null ? null : (
            <>
              {' Showing data from '}
              <time dateTime={cachedDate.toISOString()} title={formatDateTime(cachedDate)}>
                {formatPastDayAndTime(cachedDate, now)}
              </time>
              .
            </>
          )}
        </span>
        <Button onClick={() => void client.invalidateQueries()}>Try again</Button>
      </Row>
    </Notice>
  )
}
