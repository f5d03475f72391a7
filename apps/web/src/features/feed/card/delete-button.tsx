import { Trash2 } from 'lucide-react'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import styles from '../feed.module.css'

type DeleteButtonProps = {
  label: string
  question: string
  consequence: string
  iconSize: number
  onDelete: () => void
}

export function DeleteButton({ iconSize, onDelete, ...texts }: DeleteButtonProps) {
  return (
    <span className={styles.delete}>
      <ConfirmButton isIcon {...texts} confirmLabel="Delete" onConfirm={onDelete}>
        <Trash2 size={iconSize} aria-hidden="true" />
      </ConfirmButton>
    </span>
  )
}
