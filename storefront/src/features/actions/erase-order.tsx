import { useState } from 'react';
import { messageOf } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { InlineAlert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

export function EraseOrder({ path, onErased }: { path: string; onErased(): void }) {
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
      <Button look="quiet" onClick={() => setAsking(true)}>
        Erase My Data
      </Button>
      {asking && (
        <Dialog open title="Erase your data?" onClose={() => setAsking(false)}>
          <div className="grid gap-5 p-4 lg:p-6">
            <p>
              Your name, address, card and the mails of this order are erased. What happened to it stays on record
              without anything that names you. This cannot be undone.
            </p>
            {problem && <InlineAlert type="danger" text={problem} />}
            <Button onClick={() => void erase()}>Erase Everything</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
