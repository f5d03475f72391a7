import { displayNameOf } from '@fieldhouse/domain/names'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { useQuery } from '@tanstack/react-query'
import {
  Gamepad2,
  LayoutDashboard,
  List,
  type LucideIcon,
  Menu,
  Moon,
  PencilRuler,
  Sun,
  Wrench,
  X,
} from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { siteQuery } from '../../api/site.ts'
import type { User } from '../../features/accounts/session.ts'
import { Bell } from '../../features/inbox/bell.tsx'
import { unreadQuery } from '../../features/inbox/use-inbox.ts'
import type { Route } from '../../router/location.ts'
import { useTheme } from '../../theme/theme.ts'
import { ThemeField } from '../../theme/theme-field.tsx'
import { CountBadge } from '../../ui/display/count-badge.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import { Drawer } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './shell.module.css'

type Props = {
  user: User
  canAdmin: boolean
  route: Route
  onNavigate: (route: Route) => void
  onSignOut: () => void
  /** Notices about the whole app, shown above the content. */
  banners?: ReactNode
  children: ReactNode
}

/** How much waits in Admin Tools, and what, for screen readers. */
type Pending = { count: number; text: string }

function pendingText(requests: number, reports: number): string {
  return [
    ...(requests === 0 ? [] : [pluralize(requests, 'pending request')]),
    ...(reports === 0 ? [] : [pluralize(reports, 'report')]),
  ].join(', ')
}

/** The header and menu drawer around every screen of a signed-in user. */
export function Shell({ user, canAdmin, route, onNavigate, onSignOut, banners, children }: Props) {
  const { requests = 0, reports = 0 } = useQuery(unreadQuery).data ?? {}
  const pending = { count: requests + reports, text: pendingText(requests, reports) }
  const [openRoute, setOpenRoute] = useState<Route | null>(null)
  // The menu is open only on the route where it was opened, so a route change closes it.
  const isMenuOpen = openRoute === route
  if (openRoute !== null && !isMenuOpen) setOpenRoute(null)
  const name = displayNameOf({
    firstName: user.first_name,
    lastName: user.last_name,
    username: user.username,
  })

  function navigate(to: Route) {
    setOpenRoute(null)
    onNavigate(to)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it links to a part of the page */}
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <IconButton
            label={pending.count === 0 ? 'Open menu' : `Open menu, ${pending.text}`}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setOpenRoute(route)}
          >
            <Menu size={22} aria-hidden="true" />
            <CountBadge count={pending.count} isCorner />
          </IconButton>
          <button type="button" className={styles.brand} onClick={() => navigate('dashboard')}>
            <Brand />
          </button>
          <span className={styles.spacer} />
          <Bell />
          <ThemeToggle />
          <button
            type="button"
            className={styles.name}
            aria-label={`${name}, your account`}
            aria-current={route === 'account' ? 'page' : undefined}
            title={name}
            onClick={() => navigate('account')}
          >
            <span>{name}</span>
          </button>
          <Button className={styles.logout} onClick={onSignOut}>
            Logout
          </Button>
        </div>
      </header>
      <Drawer label="Menu" isOpen={isMenuOpen} onClose={() => setOpenRoute(null)}>
        <MainMenu
          route={route}
          canAdmin={canAdmin}
          pending={pending}
          onNavigate={navigate}
          onClose={() => setOpenRoute(null)}
        />
      </Drawer>
      {banners}
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** Moves the focus without adding #content to the URL, which contains only the location. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

type MainMenuProps = {
  route: Route
  canAdmin: boolean
  pending: Pending
  onNavigate: (route: Route) => void
  onClose: () => void
}

/** The contents of the menu drawer. */
function MainMenu({ route, canAdmin, pending, onNavigate, onClose }: MainMenuProps) {
  const renderItem = (to: Route, label: string, icon: LucideIcon, itemPending?: Pending) => (
    <MenuItem
      icon={icon}
      label={label}
      pending={itemPending}
      isCurrent={route === to}
      onNavigate={() => onNavigate(to)}
    />
  )
  return (
    <>
      <div className={styles.menuHeader}>
        <span className={styles.menuBrand}>
          <Brand />
        </span>
        <IconButton label="Close menu" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label="Main" className={styles.nav}>
        <ul>
          {renderItem('dashboard', 'Dashboard', LayoutDashboard)}
          {renderItem('select-league', 'Select League', List)}
          <li>
            <DraftItem onOpen={onClose} />
          </li>
          <li>
            <button type="button" className={styles.item} disabled>
              <Gamepad2 size={20} aria-hidden="true" /> Playoff Game
              <span className={styles.note}>Coming soon</span>
            </button>
          </li>
          {canAdmin ? renderItem('admin', 'Admin Tools', Wrench, pending) : null}
        </ul>
      </nav>
      <div className={styles.theme}>
        <ThemeField />
      </div>
      <p className={styles.footer}>v1</p>
    </>
  )
}

/** Leads to the draft app unless the site has none. */
function DraftItem({ onOpen }: { onOpen: () => void }) {
  const { data: site } = useQuery(siteQuery)
  const icon = <PencilRuler size={20} aria-hidden="true" />
  return site?.draft_app === false ? (
    <button type="button" className={styles.item} disabled>
      {icon} Draft App
      <span className={styles.note}>Not set up</span>
    </button>
  ) : (
    <a className={styles.item} href="/draft/draft" target="_blank" rel="noopener" onClick={onOpen}>
      {icon} Draft App
      <span className={styles.note}>New tab</span>
    </a>
  )
}

type MenuItemProps = {
  icon: LucideIcon
  label: string
  pending: Pending | undefined
  isCurrent: boolean
  onNavigate: () => void
}

function MenuItem({ icon: Icon, label, pending, isCurrent, onNavigate }: MenuItemProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon size={20} aria-hidden="true" /> {label}
        {pending === undefined || pending.count === 0 ? null : (
          <span className={styles.note}>
            <span className={ui.hidden}>{pending.text}</span>
            <CountBadge count={pending.count} />
          </span>
        )}
      </button>
    </li>
  )
}

function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'solarized-dark'
  const Icon = isDark ? Sun : Moon
  return (
    <IconButton label={isDark ? 'Switch to light theme' : 'Switch to dark theme'} onClick={toggle}>
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}
