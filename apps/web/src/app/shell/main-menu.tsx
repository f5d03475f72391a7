import { useQuery } from '@tanstack/react-query'
import {
  Gamepad2,
  LayoutDashboard,
  List,
  type LucideIcon,
  PencilRuler,
  Search,
  Wrench,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { myLeaguesQuery } from '../../features/leagues/use-leagues.ts'
import { Link } from '../../router/link.tsx'
import { DRAFT_PATH, type Route } from '../../router/router.ts'
import { ThemeField } from '../../theme/theme-field.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { CountBadge } from '../../ui/display/count-badge.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import { Drawer } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { groupRooms, RoomLink, useRooms } from '../league/rooms.tsx'
import styles from './shell.module.css'

type Props = {
  isOpen: boolean
  username: string
  route: Route
  league: string | null
  canAdmin: boolean
  pending: { count: number; text: string }
  onNavigate: (route: Route) => void
  onSearch: () => void
  onClose: () => void
}

export function MainMenu({ isOpen, league, pending, onClose, ...menu }: Props) {
  const renderItem = (to: Route, label: string, icon: LucideIcon, note?: ReactNode) => (
    <li>
      <Item icon={icon} isCurrent={menu.route === to} note={note} onClick={() => menu.onNavigate(to)}>
        {label}
      </Item>
    </li>
  )
  return (
    <Drawer label="Menu" isOpen={isOpen} onClose={onClose}>
      <Row isSpread className={`${ui.panelHeader} ${styles.menuHeader}`}>
        <button type="button" className={styles.brand} onClick={() => menu.onNavigate('dashboard')}>
          <Brand />
        </button>
        <IconButton icon={X} iconSize={22} label="Close menu" onClick={onClose} />
      </Row>
      <Stack gap={3} className={`${ui.panelContent} ${styles.menuContent}`}>
        <MyLeagues username={menu.username} league={league} onOpen={onClose} />
        <nav aria-label="Main">
          <ul>
            {renderItem('dashboard', 'Dashboard', LayoutDashboard)}
            {renderItem('select-league', 'Select League', List)}
            <li>
              <a
                className={`${ui.pressable} ${styles.item}`}
                href={DRAFT_PATH}
                target="_blank"
                rel="noopener"
                onClick={onClose}
              >
                <PencilRuler size={20} aria-hidden="true" /> Draft App
                <span className={styles.note}>New tab</span>
              </a>
            </li>
            <li>
              <Item icon={Gamepad2} note="Coming soon">
                Playoff Game
              </Item>
            </li>
            {menu.canAdmin
              ? renderItem(
                  'admin',
                  'Admin Tools',
                  Wrench,
                  pending.count === 0 ? null : (
                    <>
                      <span className={ui.hidden}>{pending.text}</span>
                      <CountBadge count={pending.count} />
                    </>
                  ),
                )
              : null}
          </ul>
        </nav>
        {league === null ? null : (
          <>
            <Item icon={Search} note="/" onClick={menu.onSearch}>
              Search
            </Item>
            <Rooms league={league} onOpen={onClose} />
          </>
        )}
        <ThemeField />
        <p className={ui.note}>v1</p>
      </Stack>
    </Drawer>
  )
}

type MyLeaguesProps = Pick<Props, 'username' | 'league'> & { onOpen: () => void }

function MyLeagues({ username, league, onOpen }: MyLeaguesProps) {
  const leagues = useQuery(myLeaguesQuery(username)).data ?? []
  if (leagues.length === 0) return null
  return (
    <nav aria-label="My leagues">
      <h2 className={`${ui.note} ${styles.menuTitle}`}>My leagues</h2>
      <ul>
        {leagues.map(({ name, season }) => (
          <li key={name}>
            <Link
              to={{ route: 'league', league: name, tab: 'overview' }}
              className={`${ui.pressable} ${styles.item}`}
              isCurrent={name === league}
              onOpen={onOpen}
            >
              <Avatar name={name} src={null} size="xs" />
              <span className={ui.twoLines}>{name}</span>
              {season === null ? null : <span className={`${ui.note} ${styles.note}`}>{season}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Rooms({ league, onOpen }: { league: string; onOpen: () => void }) {
  const rooms = useRooms(league)
  return (
    <nav aria-label="League">
      <Stack gap={3}>
        {groupRooms(rooms).map(({ group, rooms: ofGroup }) => (
          <section key={group}>
            <h2 className={`${ui.note} ${styles.menuTitle}`}>{group}</h2>
            <ul>
              {ofGroup.map((room) => (
                <li key={room.id}>
                  <RoomLink
                    league={league}
                    room={room}
                    className={`${ui.pressable} ${styles.item}`}
                    onOpen={onOpen}
                  >
                    <room.icon size={20} aria-hidden="true" /> {room.label}
                  </RoomLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </nav>
  )
}

type ItemProps = {
  icon: LucideIcon
  note?: ReactNode
  isCurrent?: boolean
  onClick?: () => void
  children: string
}

function Item({ icon: Icon, note = null, isCurrent = false, onClick, children }: ItemProps) {
  return (
    <button
      type="button"
      className={`${ui.pressable} ${styles.item}`}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" /> {children}
      {note === null ? null : <span className={`${ui.note} ${styles.note}`}>{note}</span>}
    </button>
  )
}
