import { normalizeName } from '@fieldhouse/domain/names'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarDays,
  Gamepad2,
  LayoutDashboard,
  List,
  type LucideIcon,
  PencilRuler,
  Search,
  Wrench,
  X,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { leagueMetaQuery, standingsQuery } from '../../api/operations.ts'
import { historyQuery } from '../../features/history/use-history.ts'
import { keepersQuery } from '../../features/keepers/use-keepers.ts'
import { myLeaguesQuery } from '../../features/leagues/use-leagues.ts'
import { Link } from '../../router/link.tsx'
import { DRAFT_PATH, type Location, NO_SELECTION, type Route, useRouter } from '../../router/router.ts'
import { ThemeField } from '../../theme/theme-field.tsx'
import { Avatar, Headshot } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { formatCount, formatUsers } from '../../ui/format/format.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { scrollIntoView, searchOptions, toOption } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import { CountBadge } from '../../ui/navigation/tabs.tsx'
import { Dialog, Drawer } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { groupRooms, locationOf, RoomLink, useRooms } from '../league/rooms.tsx'
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
              <Text lines={2}>{name}</Text>
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

const MAX_SHOWN = 6

type Result = ReturnType<typeof toOption> & {
  id: string
  picture: ReactNode
  /** Where it leads; an address of another site opens in a new tab. */
  to: Partial<Location> | string
}

export function SearchDialog({ league, onClose }: { league: string; onClose: () => void }) {
  const router = useRouter()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { results: all, isLoading } = useSearchableResults(league)
  const groups = findResults(all, text)
  const results = groups.flatMap((group) => group.results)
  const shown = results[active] ?? results[0]
  useEffect(() => input.current?.focus(), [])

  function open({ to }: Result) {
    onClose()
    if (typeof to === 'string') window.open(to, '_blank', 'noopener')
    else router.navigate({ route: 'league', league, ...NO_SELECTION, ...to })
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter' && shown !== undefined) {
      event.preventDefault()
      open(shown)
    }
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <Stack gap={3}>
        <Field label={`Search ${league}`} isLabelHidden>
          {(control) => (
            <input
              {...control}
              ref={input}
              role="combobox"
              type="text"
              inputMode="search"
              enterKeyHint="go"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="A team, a person, a player, 2019 …"
              aria-autocomplete="list"
              aria-expanded={results.length > 0}
              aria-controls={`${id}-results`}
              aria-activedescendant={shown === undefined ? undefined : `${id}-${shown.id}`}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setActive(0)
              }}
              onKeyDown={handleKeyDown}
            />
          )}
        </Field>
        <Stack gap={3} id={`${id}-results`} role="listbox" aria-label="Results">
          {groups.map(({ group, results: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has no options
            <div key={group} role="group" aria-label={group}>
              <Text as="div" size="s" tone="muted" aria-hidden="true">
                {group}
              </Text>
              {ofGroup.map((result) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the field, which has the focus
                <div // oxlint-disable-line jsx-a11y/click-events-have-key-events -- as above
                  key={result.id}
                  id={`${id}-${result.id}`}
                  role="option"
                  tabIndex={-1}
                  className={ui.pressable}
                  aria-selected={result === shown}
                  ref={result === shown ? scrollIntoView : undefined}
                  onClick={() => open(result)}
                >
                  {result.picture}
                  <Fill>
                    <Text as="div" weight={600} lines={1}>
                      {result.value}
                    </Text>
                    <Text as="div" size="s" tone="muted" lines={1}>
                      {result.note}
                    </Text>
                  </Fill>
                </div>
              ))}
            </div>
          ))}
        </Stack>
        {results.length === 0 && !isLoading ? (
          <EmptyState hint="Try a shorter search, or part of a name.">No matches.</EmptyState>
        ) : null}
        <p className={ui.hidden} role="status">
          {isLoading ? 'Loading' : formatCount(results.length, 'result')}
        </p>
      </Stack>
    </Dialog>
  )
}

function findResults(all: Readonly<Record<string, Result[]>>, text: string) {
  const isEmpty = normalizeName(text.trim()) === ''
  return Object.entries(all)
    .map(([group, results]) => {
      if (isEmpty) return { group, results: group === 'Rooms' ? results : [] }
      return { group, results: searchOptions(results, text, MAX_SHOWN).shown }
    })
    .filter(({ results }) => results.length > 0)
}

/** Everything of a league that can be found, by group. The owners and the players on its rosters are fetched when needed. */
function useSearchableResults(league: string) {
  const rooms = useRooms(league)
  const meta = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const standings = useQuery(standingsQuery(league))
  const history = useQuery(historyQuery(league))
  const keepers = useQuery(keepersQuery(league, null))
  const teams = standings.data?.standings ?? []
  const teamNames = new Map(teams.map((team) => [team.team_id, team.name]))
  const faces = new Map(history.data?.people.map((person) => [person.owner, person]))
  const totals = new Map(history.data?.all_time.by_owner_enhanced.map((owner) => [owner.owner, owner]))
  const results: Record<string, Result[]> = {
    Teams: teams.map((team) => ({
      ...toOption(team.name, [formatUsers(team) ?? team.owners[0], team.abbrev].filter(Boolean).join(' · ')),
      id: `team-${team.team_id}`,
      picture: <Avatar name={team.name} src={team.logo} color={team.color} />,
      to: { tab: 'roster', team: team.team_id },
    })),
    People: (history.data?.owners ?? []).map((owner) => ({
      ...toOption(owner, titlesOf(totals.get(owner)?.titles ?? 0)),
      id: `person-${owner.replaceAll(/\s/g, '-')}`,
      picture: (
        <Avatar
          name={owner}
          src={faces.get(owner)?.picture ?? null}
          color={faces.get(owner)?.color ?? null}
        />
      ),
      to: { tab: 'history', owners: [owner] },
    })),
    Players: (keepers.data?.players ?? []).map(({ player, team_id: team }) => ({
      ...toOption(
        player.name,
        [player.position, player.nfl_team, teamNames.get(team)].filter(Boolean).join(' · '),
      ),
      id: `player-${player.player_id}`,
      picture: <Headshot player={player.name} espnId={player.player_id} nflTeam={player.nfl_team} />,
      to: { tab: 'roster', player: player.player_id },
    })),
    Rooms: rooms.map((room) => ({
      ...toOption(room.label, room.line),
      id: `room-${room.id}`,
      picture: <room.icon className={styles.resultIcon} size={20} aria-hidden="true" />,
      to: room.href ?? locationOf(league, room),
    })),
    Seasons: (meta.data?.seasons ?? []).map((season) => ({
      ...toOption(`Season ${season}`, 'Standings and champion'),
      id: `season-${season}`,
      picture: <CalendarDays className={styles.resultIcon} size={20} aria-hidden="true" />,
      to: { tab: 'history', season },
    })),
  }
  return { results, isLoading: [standings, history, keepers].some((query) => query.isPending) }
}

function titlesOf(count: number): string {
  return count === 0 ? '' : formatCount(count, 'title')
}
