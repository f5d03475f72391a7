import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useCloseOnBackdropClick } from './use-close-on-backdrop-click.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/**
 * A large panel over the dimmed page, open for as long as it is drawn; the whole screen on a phone.
 * Escape, the backdrop and the button close it, and the focus goes back to what opened it.
 */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])

  useCloseOnBackdropClick(dialog)

  return (
    <dialog ref={dialog} className={styles['sheet']} aria-labelledby={id} onClose={onClose}>
      <div className={styles['frame']}>
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={styles['content']}>{children}</div>
      </div>
    </dialog>
  )
}
