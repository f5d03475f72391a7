import { pluralize } from '@fieldhouse/domain/pluralize'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, LogOut, Menu, Moon, Search, Sun } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { hasErrorCode } from '../../api/api-client.ts'
import { leagueMetaQuery } from '../../api/operations.ts'
import { nameOfUser, type User } from '../../features/accounts/session.ts'
import { Bell } from '../../features/inbox/bell.tsx'
import { unreadQuery } from '../../features/inbox/use-inbox.ts'
import { type Route, useLocation } from '../../router/router.ts'
import { useTheme } from '../../theme/theme.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { CountBadge } from '../../ui/display/count-badge.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import forms from '../../ui/forms/forms.module.css'
import { Fill, Row, Text } from '../../ui/layout/layout.tsx'
import { lazyPart, preload } from '../../ui/lazy-named.ts'
import { Brand } from '../../ui/navigation/brand.tsx'
import ui from '../../ui/ui.module.css'
import { LeagueTitle } from './league-title.tsx'
import { OpenSearchContext } from './open-search.ts'
import styles from './shell.module.css'

const loadMenu = () => import('./main-menu.tsx')
const loadSearch = () => import('./search.tsx')

const MainMenu = lazyPart(loadMenu, 'MainMenu')
const SearchDialog = lazyPart(loadSearch, 'SearchDialog')

/** How long after the first screen its panels are loaded, if nobody has pointed at their buttons. */
const PRELOAD_DELAY_MS = 4000

/** Loads the panels that the header opens. One that fails is loaded again when it is opened. */
function preloadPanels(): void {
  for (const load of [loadMenu, loadSearch]) preload(load).catch(() => undefined)
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
      <header className={styles.header} data-league={league !== null || undefined}>
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
          <button type="button" className={styles.brand} onClick={() => navigate('dashboard')}>
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

function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'solarized-dark'
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggle}
    />
  )
}
