import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useCloseOnBackdropClick } from './use-close-on-backdrop-click.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/**
 * A modal dialog that is open while mounted and fills the screen on a phone. Escape, a click on the backdrop
 * and the Close button close it, and focus returns to the element that opened it.
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
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={id} onClose={onClose}>
      <div className={styles['frame']}>
        <header className={styles['header']}>
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
