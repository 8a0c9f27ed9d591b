import { useState } from 'react';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

interface EraseOrderProps {
  path: string;
  isHeld: boolean;
  onErased(): void;
}

export function EraseOrder({ path, isHeld, onErased }: EraseOrderProps) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const send = useIntent();
  const erase = async () => {
    try {
      await send(path, 'erase', () => ({ action: 'erase' }));
      onErased();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Erase My Data
      </Button>
      {asking && (
        <Dialog open title="Erase your data?" onClose={() => setAsking(false)}>
          <div className="grid gap-5 p-4 lg:p-6">
            <p>
              {isHeld && 'Your slot is given back, and you are not charged. '}
              Your name, address, card and the emails of this order are erased. A record of the order stays, without
              anything that names you. You cannot undo this.
            </p>
            {problem && <InlineAlert type="danger" text={problem} />}
            <Button onClick={() => void erase()}>Erase Everything</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
