import { Gamepad2, LayoutDashboard, List, type LucideIcon, PencilRuler, Wrench, X } from 'lucide-react'
import { IconButton } from '../../ui/forms/button.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import type { Route } from '../router/location.ts'
import styles from './main-menu.module.css'

type Props = { route: Route; canAdmin: boolean; onNavigate: (route: Route) => void; onClose: () => void }

/** The contents of the menu drawer. */
export function MainMenu({ route, canAdmin, onNavigate, onClose }: Props) {
  const renderItem = (to: Route, label: string, icon: LucideIcon) => (
    <MenuItem icon={icon} label={label} isCurrent={route === to} onNavigate={() => onNavigate(to)} />
  )
  return (
    <>
      <div className={styles['header']}>
        <span className={styles['brand']}>
          <Brand />
        </span>
        <IconButton label="Close menu" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label="Main" className={styles['nav']}>
        <ul>
          {renderItem('dashboard', 'Dashboard', LayoutDashboard)}
          {renderItem('select-league', 'Select League', List)}
          <li>
            <a
              className={styles['item']}
              href="/draft/draft"
              target="_blank"
              rel="noopener"
              onClick={onClose}
            >
              <PencilRuler size={20} aria-hidden="true" /> Draft App
              <span className={styles['note']}>New tab</span>
            </a>
          </li>
          <li>
            <button type="button" className={styles['item']} disabled>
              <Gamepad2 size={20} aria-hidden="true" /> Playoff Game
              <span className={styles['note']}>Coming soon</span>
            </button>
          </li>
          {canAdmin ? renderItem('admin', 'Admin Tools', Wrench) : null}
        </ul>
      </nav>
      <p className={styles['footer']}>v1</p>
    </>
  )
}

type MenuItemProps = { icon: LucideIcon; label: string; isCurrent: boolean; onNavigate: () => void }

function MenuItem({ icon: Icon, label, isCurrent, onNavigate }: MenuItemProps) {
  return (
    <li>
      <button
        type="button"
        className={styles['item']}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon size={20} aria-hidden="true" /> {label}
      </button>
    </li>
  )
}
