import { Gamepad2, LayoutDashboard, List, type LucideIcon, PencilRuler, Wrench, X } from 'lucide-react'
import { Brand } from '../../ui/brand.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Route } from '../router/place.ts'
import styles from './main-menu.module.css'

type Props = { route: Route; canAdmin: boolean; onGo: (route: Route) => void; onClose: () => void }

/** What stands in the drawer. */
export function MainMenu({ route, canAdmin, onGo, onClose }: Props) {
  const way = (to: Route, label: string, icon: LucideIcon) => (
    <Way icon={icon} label={label} isHere={route === to} onGo={() => onGo(to)} />
  )
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['brand']}>
          <Brand />
        </span>
        <IconButton label="Close menu" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <nav aria-label="Main" className={styles['ways']}>
        <ul>
          {way('dashboard', 'Dashboard', LayoutDashboard)}
          {way('select-league', 'Select League', List)}
          <li>
            <a className={styles['way']} href="/draft/draft" target="_blank" rel="noopener" onClick={onClose}>
              <PencilRuler size={20} aria-hidden="true" /> Draft App
              <span className={styles['note']}>New tab</span>
            </a>
          </li>
          <li>
            <button type="button" className={styles['way']} disabled>
              <Gamepad2 size={20} aria-hidden="true" /> Playoff Game
              <span className={styles['note']}>Coming soon</span>
            </button>
          </li>
          {canAdmin ? way('admin', 'Admin Tools', Wrench) : null}
        </ul>
      </nav>
      <p className={styles['foot']}>v1</p>
    </>
  )
}

type WayProps = { icon: LucideIcon; label: string; isHere: boolean; onGo: () => void }

function Way({ icon: Icon, label, isHere, onGo }: WayProps) {
  return (
    <li>
      <button
        type="button"
        className={styles['way']}
        aria-current={isHere ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon size={20} aria-hidden="true" /> {label}
      </button>
    </li>
  )
}
