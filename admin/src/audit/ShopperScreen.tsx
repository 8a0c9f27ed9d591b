import { Box } from '@mui/material';
import { type ShownThen, THEN_PATH, thenHeightOf } from '@supreme-access/contract/shown-then.js';
import { useEffect, useRef, useState } from 'react';

/** The shop's own page in a frame of this origin, which draws the moment that it is sent. */
export function ShopperScreen({ then }: { then: ShownThen }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage(then, location.origin);
    let isSent = false;
    const hear = ({ origin, source, data }: MessageEvent) => {
      const newHeight = thenHeightOf(data);
      if (origin !== location.origin || source !== frame.current?.contentWindow || newHeight === undefined) return;
      if (newHeight > 0) setHeight(newHeight);
      // Its first word says that it listens now.
      if (!isSent) send();
      isSent = true;
    };
    window.addEventListener('message', hear);
    send();
    return () => window.removeEventListener('message', hear);
  }, [then]);
  return (
    <Box
      component="iframe"
      ref={frame}
      src={THEN_PATH}
      title="The shopper's screen at that second"
      style={{ height }}
      sx={{ display: 'block', width: '100%', border: 1, borderColor: 'divider' }}
    />
  );
}
