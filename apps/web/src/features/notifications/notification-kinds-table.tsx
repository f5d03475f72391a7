import styles from './notifications-section.module.css'
import type { NotificationChoice, Notifications } from './use-notifications.ts'

const KIND_LABELS: Readonly<Record<NotificationChoice['kind'], string>> = {
  pick: 'The week locks in 3 hours and you have no pick',
  starter: 'A starter of yours is out or has a bye',
  proposal: 'Somebody makes a proposal',
  comment: 'Somebody comments on your post',
}

const MAIL_HINTS = {
  ready: null,
  no_address: 'To be told by mail, give your account an email address first.',
  off: 'This server sends no mail.',
} as const

type Props = {
  notifications: Notifications
  /** What is on its way to the server, and shown already. */
  pending: readonly NotificationChoice[] | undefined
  onChoose: (choice: NotificationChoice) => void
}

/** A switch for each kind and each way. */
export function NotificationKindsTable({ notifications, pending = [], onChoose }: Props) {
  const kinds = notifications.kinds.map(
    (choice) => pending.find(({ kind }) => kind === choice.kind) ?? choice,
  )
  const why = MAIL_HINTS[notifications.mail]
  return (
    <>
      <table className={styles['kinds']}>
        <thead>
          <tr>
            <th scope="col">Tell me when</th>
            <th scope="col">Push</th>
            <th scope="col">Mail</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((choice) => (
            <tr key={choice.kind}>
              <th scope="row">{KIND_LABELS[choice.kind]}</th>
              {(['push', 'mail'] as const).map((way) => (
                <td key={way}>
                  <label className={styles['box']}>
                    <input
                      type="checkbox"
                      aria-label={`${KIND_LABELS[choice.kind]}, by ${way}`}
                      checked={choice[way]}
                      disabled={way === 'mail' && notifications.mail !== 'ready' && !choice.mail}
                      onChange={(event) => onChoose({ ...choice, [way]: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {why === null ? null : <p className={styles['hint']}>{why}</p>}
    </>
  )
}
