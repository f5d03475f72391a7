import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/location.ts'
import { Row, Stack } from '../layout/layout.tsx'
import { Avatar } from './avatar.tsx'
import styles from './data-table.module.css'

type Props = {
  /** A team, or a person with a picture. */
  team: { name: string; logo: string | null; color?: string | null | undefined }
  /** The page of the team or person; without it, the name is not a link. */
  to?: Partial<Location> | undefined
  /** Opens the page of a person that has no address of its own. */
  onOpen?: (() => void) | undefined
  size?: 'xs' | 's'
  /** Whether a long name continues on a second line, where there is little room for it. */
  wraps?: boolean
  /** A second line. */
  children?: ReactNode
}

/** A face and a name on one line, cut off if it is long. */
export function TeamCell({ team, to, onOpen, size = 's', wraps = false, children }: Props) {
  const { name, logo, color } = team
  return (
    <Row as="span" className={styles.face} data-size={size} data-wraps={wraps || undefined}>
      <Avatar name={name} src={logo} color={color} size={size} />
      <Stack as="span" gap={0} className={styles.text}>
        <span className={styles.name} title={name}>
          {to !== undefined ? (
            <Link to={to}>{name}</Link>
          ) : onOpen !== undefined ? (
            <button type="button" onClick={onOpen}>
              {name}
            </button>
          ) : (
            name
          )}
        </span>
        {children}
      </Stack>
    </Row>
  )
}
