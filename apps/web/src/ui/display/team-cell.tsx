import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/router.ts'
import { Row, Stack } from '../layout/layout.tsx'
import { Avatar } from './avatar.tsx'
import styles from './data-table.module.css'

type Props = {
  /** A team, or a person with a picture. */
  team: { name: string; logo: string | null; color?: string | null | undefined }
  to?: Partial<Location> | undefined
  /** Opens the page of a person that has no address of its own. */
  onOpen?: (() => void) | undefined
  size?: 'xs' | 's'
  wraps?: boolean
  children?: ReactNode
}

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
